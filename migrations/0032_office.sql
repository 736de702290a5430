CREATE TABLE "pool_purchases" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"credits" bigint NOT NULL,
	"cost_per_credit" numeric(12, 4) NOT NULL,
	"notes" text NOT NULL,
	"admin_id" uuid,
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
ALTER TABLE "payment_invoices" ADD CONSTRAINT "payment_invoices_order_id_payment_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."payment_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pool_purchases_created" ON "pool_purchases" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_invoices_standing" ON "payment_invoices" USING btree ("order_id") WHERE state in ('requested', 'issued');--> statement-breakpoint
CREATE UNIQUE INDEX "payment_invoices_number" ON "payment_invoices" USING btree ("number");--> statement-breakpoint
CREATE INDEX "payment_invoices_user" ON "payment_invoices" USING btree ("user_id","created_at");--> statement-breakpoint
-- A person reads his own requests and invoices; only the service writes (document 1 §3).
ALTER TABLE payment_invoices ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY own_invoices ON payment_invoices TO app_user USING (user_id = app_user_id());--> statement-breakpoint
GRANT SELECT ON payment_invoices TO app_user;--> statement-breakpoint
-- What was entered before has one row for all of it.
INSERT INTO pool_purchases (credits, cost_per_credit, notes, created_at)
  SELECT total_purchased, cost_per_credit, '', last_updated FROM api_credit_pool ORDER BY last_updated DESC LIMIT 1;
