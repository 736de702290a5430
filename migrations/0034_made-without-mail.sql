ALTER TABLE "auth_users" ADD COLUMN "made_without_mail" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Where nobody has ever proven an address beside a password, there has been no mail account, and nobody was asked.
UPDATE auth_users SET made_without_mail = true
 WHERE NOT email_verified AND NOT EXISTS (
   SELECT 1 FROM auth_users proven JOIN auth_accounts a ON a.user_id = proven.id
    WHERE a.provider_id = 'credential' AND proven.email_verified);
