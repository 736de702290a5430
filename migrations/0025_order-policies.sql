-- A person reads his own orders and nothing else of payment; only the service writes (document 1 §3).
ALTER TABLE payment_orders ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_orders ON payment_orders TO app_user USING (user_id = app_user_id());
--> statement-breakpoint
GRANT SELECT ON payment_orders TO app_user;
--> statement-breakpoint
ALTER TABLE payment_captures ENABLE ROW LEVEL SECURITY;
