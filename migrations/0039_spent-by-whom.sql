CREATE TABLE "auth_spent" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"spent_by" uuid NOT NULL,
	"model" text NOT NULL,
	"name" text,
	"user_id" uuid,
	"row" jsonb NOT NULL,
	"spent_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "auth_two_factors" ADD COLUMN "last_step_by" uuid;--> statement-breakpoint
ALTER TABLE "verification_codes" ADD COLUMN "used_by" uuid;--> statement-breakpoint
ALTER TABLE "auth_spent" ADD CONSTRAINT "auth_spent_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "auth_spent_by" ON "auth_spent" USING btree ("spent_by");--> statement-breakpoint
CREATE INDEX "auth_spent_name" ON "auth_spent" USING btree ("name");--> statement-breakpoint
CREATE INDEX "auth_spent_user" ON "auth_spent" USING btree ("user_id");--> statement-breakpoint
-- No policy and no grant: a consumer's transaction reads none of it.
ALTER TABLE "auth_spent" ENABLE ROW LEVEL SECURITY;
