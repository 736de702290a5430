CREATE TABLE "purchase_wishes" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"told_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "purchase_wishes" ADD CONSTRAINT "purchase_wishes_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "purchase_wishes_untold" ON "purchase_wishes" USING btree ("created_at") WHERE told_at is null;--> statement-breakpoint
ALTER TABLE purchase_wishes ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY own_purchase_wish ON purchase_wishes TO app_user USING (user_id = app_user_id()) WITH CHECK (user_id = app_user_id());--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON purchase_wishes TO app_user;
