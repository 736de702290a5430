CREATE TABLE "payment_refunds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"state" text DEFAULT 'requested' NOT NULL,
	"reason" text NOT NULL,
	"decision" text,
	"decided_at" timestamp with time zone,
	"credits" integer,
	"amount_minor" integer,
	"taken_entry_id" uuid,
	"returned_entry_id" uuid,
	"problem" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"checks" integer DEFAULT 0 NOT NULL,
	"next_check_at" timestamp with time zone,
	CONSTRAINT "payment_refunds_state" CHECK ("payment_refunds"."state" in ('requested', 'withdrawn', 'refused', 'granted', 'refunded', 'failed')),
	CONSTRAINT "payment_refunds_taken" CHECK (case when "payment_refunds"."state" in ('granted', 'refunded', 'failed')
        then coalesce("payment_refunds"."credits", 0) > 0 and coalesce("payment_refunds"."amount_minor", 0) > 0 and "payment_refunds"."taken_entry_id" is not null
        else "payment_refunds"."credits" is null and "payment_refunds"."amount_minor" is null and "payment_refunds"."taken_entry_id" is null end)
);
--> statement-breakpoint
ALTER TABLE "usage_logs" DROP CONSTRAINT "usage_logs_kind";--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_order_id_payment_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."payment_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_refunds_standing" ON "payment_refunds" USING btree ("order_id") WHERE state in ('requested', 'granted', 'refunded');--> statement-breakpoint
CREATE INDEX "payment_refunds_user" ON "payment_refunds" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "payment_refunds_due" ON "payment_refunds" USING btree ("next_check_at") WHERE state = 'granted';--> statement-breakpoint
ALTER TABLE "usage_logs" ADD CONSTRAINT "usage_logs_kind" CHECK ("usage_logs"."kind" in ('grant', 'purchase', 'hold', 'capture', 'release', 'adjust', 'reverse', 'merge', 'refund'));--> statement-breakpoint
-- A person reads his own requests; only the service writes (document 1 §3).
ALTER TABLE payment_refunds ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY own_refunds ON payment_refunds TO app_user USING (user_id = app_user_id());--> statement-breakpoint
GRANT SELECT ON payment_refunds TO app_user;
