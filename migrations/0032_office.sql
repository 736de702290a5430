ALTER TABLE "user_profiles" ADD COLUMN "search_text" text GENERATED ALWAYS AS (lower(coalesce(username, '') || ' ' || coalesce(initial_email, ''))) STORED;--> statement-breakpoint
CREATE INDEX "payment_orders_paid" ON "payment_orders" USING btree ("paid_at") WHERE paid_at is not null;--> statement-breakpoint
CREATE INDEX "payment_orders_created" ON "payment_orders" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "processing_history_error" ON "processing_history" USING btree ("error_code","created_at") WHERE error_code is not null;--> statement-breakpoint
-- A person reads his own requests and invoices; only the service writes (document 1 §3).
ALTER TABLE payment_invoices ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY own_invoices ON payment_invoices TO app_user USING (user_id = app_user_id());--> statement-breakpoint
GRANT SELECT ON payment_invoices TO app_user;--> statement-breakpoint
-- What was entered before has one row for all of it.
INSERT INTO pool_purchases (credits, cost_per_credit, notes, created_at)
  SELECT total_purchased, cost_per_credit, '', last_updated FROM api_credit_pool ORDER BY last_updated DESC LIMIT 1;
