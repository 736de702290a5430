CREATE INDEX "processing_history_figures" ON "processing_history" USING btree ("created_at","model_key","status","error_code","started_at","completed_at","list_credits","returned_for","vendor_credits","ai_service");--> statement-breakpoint
-- A person reads his own requests and invoices; only the service writes (document 1 §3).
ALTER TABLE payment_invoices ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY own_invoices ON payment_invoices TO app_user USING (user_id = app_user_id());--> statement-breakpoint
GRANT SELECT ON payment_invoices TO app_user;--> statement-breakpoint
-- What was entered before has one row for all of it.
INSERT INTO pool_purchases (credits, cost_per_credit, notes, created_at)
  SELECT total_purchased, cost_per_credit, '', last_updated FROM api_credit_pool ORDER BY last_updated DESC LIMIT 1;
