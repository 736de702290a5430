CREATE TABLE "pool_purchases" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"credits" bigint NOT NULL,
	"cost_per_credit" numeric(12, 4) NOT NULL,
	"notes" text NOT NULL,
	"admin_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "coupon_batches" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"credits" integer NOT NULL,
	"uses_per_code" integer NOT NULL,
	"ends_at" timestamp with time zone,
	"stopped_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "coupon_batches_amounts" CHECK ("coupon_batches"."credits" > 0 and "coupon_batches"."uses_per_code" > 0)
);
--> statement-breakpoint
CREATE TABLE "coupon_codes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"batch_id" uuid NOT NULL,
	"code" text NOT NULL,
	"uses" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "coupon_codes_code_unique" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "coupon_redemptions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"batch_id" uuid NOT NULL,
	"code_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"entry_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_invoices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"state" text DEFAULT 'requested' NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"tax_number" text NOT NULL,
	"email" text NOT NULL,
	"decision" text,
	"number" text,
	"amount_minor" integer,
	"file" "bytea",
	"file_type" text,
	"red_number" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone,
	"red_at" timestamp with time zone,
	CONSTRAINT "payment_invoices_state" CHECK ("payment_invoices"."state" in ('requested', 'issued', 'refused', 'withdrawn', 'red')),
	CONSTRAINT "payment_invoices_kind" CHECK ("payment_invoices"."kind" in ('personal', 'company')),
	CONSTRAINT "payment_invoices_issued" CHECK (("payment_invoices"."state" in ('issued', 'red')) = ("payment_invoices"."number" is not null and coalesce("payment_invoices"."amount_minor", 0) > 0)),
	CONSTRAINT "payment_invoices_file" CHECK (("payment_invoices"."file" is null) = ("payment_invoices"."file_type" is null))
);
--> statement-breakpoint
ALTER TABLE "user_profiles" ADD COLUMN "admin_role" text;--> statement-breakpoint
ALTER TABLE "user_profiles" ADD COLUMN "search_text" text GENERATED ALWAYS AS (lower(coalesce(username, '') || ' ' || coalesce(initial_email, ''))) STORED;--> statement-breakpoint
ALTER TABLE "coupon_codes" ADD CONSTRAINT "coupon_codes_batch_id_coupon_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."coupon_batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_redemptions" ADD CONSTRAINT "coupon_redemptions_batch_id_coupon_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."coupon_batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_redemptions" ADD CONSTRAINT "coupon_redemptions_code_id_coupon_codes_id_fk" FOREIGN KEY ("code_id") REFERENCES "public"."coupon_codes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_invoices" ADD CONSTRAINT "payment_invoices_order_id_payment_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."payment_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pool_purchases_created" ON "pool_purchases" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "coupon_codes_batch" ON "coupon_codes" USING btree ("batch_id");--> statement-breakpoint
CREATE UNIQUE INDEX "coupon_redemptions_once" ON "coupon_redemptions" USING btree ("batch_id","user_id");--> statement-breakpoint
CREATE INDEX "coupon_redemptions_code" ON "coupon_redemptions" USING btree ("code_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_invoices_standing" ON "payment_invoices" USING btree ("order_id") WHERE state in ('requested', 'issued');--> statement-breakpoint
CREATE UNIQUE INDEX "payment_invoices_number" ON "payment_invoices" USING btree ("number");--> statement-breakpoint
CREATE INDEX "payment_invoices_user" ON "payment_invoices" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "payment_orders_paid" ON "payment_orders" USING btree ("paid_at") WHERE paid_at is not null;--> statement-breakpoint
CREATE INDEX "payment_orders_created" ON "payment_orders" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "processing_history_figures" ON "processing_history" USING btree ("created_at","model_key","status","error_code","started_at","completed_at","list_credits","returned_for","vendor_credits","ai_service");--> statement-breakpoint
CREATE INDEX "processing_history_error" ON "processing_history" USING btree ("error_code","created_at") WHERE error_code is not null;--> statement-breakpoint
ALTER TABLE "user_profiles" ADD CONSTRAINT "user_profiles_admin_role" CHECK ("user_profiles"."admin_role" in ('operator', 'finance', 'support'));--> statement-breakpoint
-- A person reads his own requests and invoices; only the service writes (document 1 §3).
ALTER TABLE payment_invoices ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY own_invoices ON payment_invoices TO app_user USING (user_id = app_user_id());--> statement-breakpoint
GRANT SELECT ON payment_invoices TO app_user;--> statement-breakpoint
-- What was entered before has one row for all of it.
INSERT INTO pool_purchases (credits, cost_per_credit, notes, created_at)
  SELECT total_purchased, cost_per_credit, '', last_updated FROM api_credit_pool ORDER BY last_updated DESC LIMIT 1;
