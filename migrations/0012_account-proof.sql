ALTER TABLE "auth_users" ADD COLUMN "owner_proven_at" timestamp with time zone;--> statement-breakpoint
-- Of accounts that were confirmed before nothing speaks against their owner.
UPDATE auth_users SET owner_proven_at = email_confirmed_at WHERE email_verified;--> statement-breakpoint
-- Of people with the same name the first keeps it; the others find theirs with a few characters of their id.
UPDATE user_profiles p SET username = left(p.username, 15) || '-' || left(p.id::text, 4)
 WHERE EXISTS (
   SELECT 1 FROM user_profiles other
    WHERE lower(other.username) = lower(p.username) AND (other.created_at, other.id) < (p.created_at, p.id)
 );--> statement-breakpoint
CREATE UNIQUE INDEX "user_profiles_username" ON "user_profiles" USING btree (lower("username"));--> statement-breakpoint
-- A ban ends every session, whoever writes it; what is lifted later brings none of them back.
CREATE FUNCTION end_sessions_of_banned() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM auth_sessions WHERE user_id = NEW.id;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER user_profiles_ban AFTER UPDATE OF status, user_type ON user_profiles
  FOR EACH ROW WHEN (NEW.status = 'banned' OR NEW.user_type = 'banned') EXECUTE FUNCTION end_sessions_of_banned();
