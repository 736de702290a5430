ALTER TABLE "user_profiles" ADD COLUMN "keeps_position" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "user_profiles" ADD COLUMN "mails_when_done" boolean DEFAULT false NOT NULL;--> statement-breakpoint
GRANT UPDATE (keeps_position, mails_when_done) ON user_profiles TO app_user;