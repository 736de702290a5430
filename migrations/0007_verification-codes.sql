CREATE TABLE "verification_limits" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"key" text NOT NULL,
	"count" integer NOT NULL,
	"last_request" bigint NOT NULL,
	CONSTRAINT "verification_limits_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE INDEX "verification_codes_target" ON "verification_codes" USING btree ("target_type","target_value","created_at");--> statement-breakpoint
CREATE INDEX "verification_codes_expiry" ON "verification_codes" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "sms_verification_codes" ADD CONSTRAINT "sms_verification_codes_status" CHECK ("sms_verification_codes"."delivery_status" in ('accepted', 'failed'));--> statement-breakpoint
ALTER TABLE "verification_codes" ADD CONSTRAINT "verification_codes_target_type" CHECK ("verification_codes"."target_type" in ('phone', 'email'));--> statement-breakpoint
ALTER TABLE "verification_codes" ADD CONSTRAINT "verification_codes_purpose" CHECK ("verification_codes"."purpose" in ('registration', 'login', 'bind_account', 'account_recovery'));--> statement-breakpoint
ALTER TABLE "verification_codes" ADD CONSTRAINT "verification_codes_attempts" CHECK ("verification_codes"."attempts" between 0 and "verification_codes"."max_attempts");--> statement-breakpoint
-- No policy: a consumer's transaction reads none of these, whatever is granted later by mistake.
ALTER TABLE verification_codes ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE sms_verification_codes ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE verification_limits ENABLE ROW LEVEL SECURITY;
