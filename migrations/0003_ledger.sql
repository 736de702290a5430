-- The ledger is append-only, and the balance in the profile is its sum, kept here and nowhere else.
-- An entry that would make the balance negative breaks the profile's check and is refused with it.
CREATE FUNCTION usage_logs_apply() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE user_profiles
     SET credits_remaining = credits_remaining + NEW.amount,
         credits_total = credits_total + NEW.total_amount,
         updated_at = now()
   WHERE id = NEW.user_id;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'ledger entry for a user without a profile' USING ERRCODE = '23503';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER usage_logs_apply AFTER INSERT ON usage_logs FOR EACH ROW EXECUTE FUNCTION usage_logs_apply();
--> statement-breakpoint
-- Only the removal of a whole account takes its entries along (the owner is gone by the time the cascade comes here).
CREATE FUNCTION usage_logs_protect() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT 1 FROM auth_users WHERE id = OLD.user_id) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'the credit ledger is append-only' USING ERRCODE = '55000';
END $$;
--> statement-breakpoint
CREATE TRIGGER usage_logs_protect BEFORE UPDATE OR DELETE ON usage_logs FOR EACH ROW EXECUTE FUNCTION usage_logs_protect();
