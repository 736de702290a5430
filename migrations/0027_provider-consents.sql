CREATE TABLE "provider_consents" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"version" text NOT NULL,
	"provider_name" text NOT NULL,
	"provider_country" text NOT NULL,
	"given_at" timestamp with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "provider_consents" ADD CONSTRAINT "provider_consents_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "provider_consents_standing" ON "provider_consents" USING btree ("user_id") WHERE revoked_at is null;--> statement-breakpoint
ALTER TABLE provider_consents ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY own_consents ON provider_consents TO app_user USING (user_id = app_user_id());--> statement-breakpoint
GRANT SELECT ON provider_consents TO app_user;
