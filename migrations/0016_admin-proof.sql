ALTER TABLE "auth_sessions" ADD COLUMN "strong_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "admin_sessions" ADD COLUMN "proven_at" timestamp with time zone;