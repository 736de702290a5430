ALTER TABLE "payment_captures" ADD COLUMN "resolved_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_captures" ADD COLUMN "resolution" text;--> statement-breakpoint
CREATE INDEX "payment_captures_open" ON "payment_captures" USING btree ("created_at") WHERE state = 'suspense' and resolved_at is null;--> statement-breakpoint
ALTER TABLE "payment_captures" ADD CONSTRAINT "payment_captures_resolution" CHECK (("payment_captures"."resolved_at" is null) = ("payment_captures"."resolution" is null) and "payment_captures"."resolution" in ('stands', 'returned'));