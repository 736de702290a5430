ALTER TABLE "coupon_batches" ADD COLUMN "request_key" uuid;--> statement-breakpoint
ALTER TABLE "coupon_batches" ADD COLUMN "log_id" uuid;--> statement-breakpoint
ALTER TABLE "coupon_batches" ADD CONSTRAINT "coupon_batches_request_key_unique" UNIQUE("request_key");