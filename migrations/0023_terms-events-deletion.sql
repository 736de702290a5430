CREATE TABLE "security_events" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"browser" text,
	"system" text,
	"place" text,
	"device_mark" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "terms_consents" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"version" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "auth_sessions" ADD COLUMN "noted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "auth_users" ADD COLUMN "deletion_due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "security_events" ADD CONSTRAINT "security_events_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "terms_consents" ADD CONSTRAINT "terms_consents_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "security_events_user" ON "security_events" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "terms_consents_version" ON "terms_consents" USING btree ("user_id","version");--> statement-breakpoint
-- Sessions of before are no news.
UPDATE auth_sessions SET noted_at = created_at;--> statement-breakpoint
ALTER TABLE terms_consents ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE security_events ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY own_consents ON terms_consents TO app_user USING (user_id = app_user_id());--> statement-breakpoint
CREATE POLICY own_events ON security_events TO app_user USING (user_id = app_user_id());--> statement-breakpoint
GRANT SELECT ON terms_consents, security_events TO app_user;
