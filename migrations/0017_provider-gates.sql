CREATE TABLE "provider_gates" (
	"name" text PRIMARY KEY NOT NULL,
	"next_request_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_for" text,
	"checked_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "processing_history" ADD COLUMN "vendor_credits" integer;