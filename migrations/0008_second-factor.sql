CREATE TABLE "auth_two_factors" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"secret" text NOT NULL,
	"backup_codes" text NOT NULL,
	"verified" boolean DEFAULT false NOT NULL,
	"failed_verification_count" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp with time zone,
	CONSTRAINT "auth_two_factors_user_id_unique" UNIQUE("user_id")
);
--> statement-breakpoint
ALTER TABLE "auth_users" ADD COLUMN "email_confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "auth_users" ADD COLUMN "two_factor_enabled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "auth_two_factors" ADD CONSTRAINT "auth_two_factors_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- No policy and no grant: a consumer's transaction reads none of it.
ALTER TABLE auth_two_factors ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
-- Of those confirmed before, the account's last change is the nearest that is known.
UPDATE auth_users SET email_confirmed_at = updated_at WHERE email_verified;--> statement-breakpoint
-- The moment of confirmation is the database's, so that no way of confirming an address can forget it.
CREATE FUNCTION keep_email_confirmation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT NEW.email_verified THEN
    NEW.email_confirmed_at := NULL;
  ELSIF TG_OP = 'INSERT' OR NOT OLD.email_verified OR NEW.email <> OLD.email THEN
    NEW.email_confirmed_at := now();
  ELSE
    NEW.email_confirmed_at := OLD.email_confirmed_at;
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER auth_users_email_confirmation BEFORE INSERT OR UPDATE ON auth_users
  FOR EACH ROW EXECUTE FUNCTION keep_email_confirmation();
