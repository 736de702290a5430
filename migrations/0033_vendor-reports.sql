CREATE TABLE "vendor_reports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"tasks" integer NOT NULL,
	"vendor_credits" integer NOT NULL,
	"learned" integer NOT NULL,
	"faults" integer NOT NULL,
	"by_check" jsonb NOT NULL,
	"balance" integer,
	"newest_end_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "vendor_reports_created" ON "vendor_reports" USING btree ("created_at");