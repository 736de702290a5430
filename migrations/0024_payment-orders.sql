CREATE TABLE "payment_captures" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid,
	"provider" text NOT NULL,
	"transaction_id" text NOT NULL,
	"amount_minor" integer NOT NULL,
	"currency" text NOT NULL,
	"state" text NOT NULL,
	"source" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_captures_state" CHECK ("payment_captures"."state" in ('granted', 'suspense')),
	CONSTRAINT "payment_captures_source" CHECK ("payment_captures"."source" in ('notice', 'query'))
);
--> statement-breakpoint
CREATE TABLE "payment_orders" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"pack_id" text NOT NULL,
	"pack_name" text NOT NULL,
	"credits" integer NOT NULL,
	"amount_minor" integer NOT NULL,
	"currency" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"problem" text,
	"return_to" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	"checks" integer DEFAULT 0 NOT NULL,
	"checked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"next_check_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payment_orders_status" CHECK ("payment_orders"."status" in ('pending', 'paid', 'failed', 'closed', 'refunded', 'disputed')),
	CONSTRAINT "payment_orders_amounts" CHECK ("payment_orders"."amount_minor" > 0 and "payment_orders"."credits" > 0)
);
--> statement-breakpoint
ALTER TABLE "billing_history" ADD COLUMN "currency" text DEFAULT 'USD' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_captures" ADD CONSTRAINT "payment_captures_order_id_payment_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."payment_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_captures_transaction" ON "payment_captures" USING btree ("provider","transaction_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_captures_granted" ON "payment_captures" USING btree ("order_id") WHERE state = 'granted';--> statement-breakpoint
CREATE INDEX "payment_orders_user" ON "payment_orders" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "payment_orders_due" ON "payment_orders" USING btree ("next_check_at") WHERE status = 'pending';
