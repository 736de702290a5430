CREATE TABLE "account_merge_history" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"primary_user_id" uuid NOT NULL,
	"merged_user_id" uuid NOT NULL,
	"merge_reason" text,
	"merged_data" jsonb,
	"merge_type" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_accounts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_rate_limits" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"key" text NOT NULL,
	"count" integer NOT NULL,
	"last_request" bigint NOT NULL,
	CONSTRAINT "auth_rate_limits_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "auth_sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"token" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "auth_sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "auth_users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "auth_users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "auth_verifications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sms_verification_codes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"verification_code_id" uuid,
	"phone" text NOT NULL,
	"delivery_status" text NOT NULL,
	"delivery_answer" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_login_methods" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"method_type" text NOT NULL,
	"method_value" text NOT NULL,
	"method_display" text,
	"verified" boolean DEFAULT false NOT NULL,
	"is_primary" boolean DEFAULT false NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_login_methods_type" CHECK ("user_login_methods"."method_type" in ('email', 'phone', 'google', 'github')),
	CONSTRAINT "user_login_methods_status" CHECK ("user_login_methods"."status" in ('active', 'disabled'))
);
--> statement-breakpoint
CREATE TABLE "user_profiles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"username" text,
	"initial_email" text,
	"avatar_url" text,
	"user_type" text DEFAULT 'free' NOT NULL,
	"status" text DEFAULT 'active',
	"phone" text,
	"phone_region" text,
	"phone_verified" boolean DEFAULT false NOT NULL,
	"phone_verified_at" timestamp with time zone,
	"credits_total" integer DEFAULT 0 NOT NULL,
	"credits_remaining" integer DEFAULT 0 NOT NULL,
	"credits_used" integer GENERATED ALWAYS AS (credits_total - credits_remaining) STORED,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_profiles_type" CHECK ("user_profiles"."user_type" in ('free', 'premium', 'vip', 'admin', 'banned')),
	CONSTRAINT "user_profiles_status" CHECK ("user_profiles"."status" in ('active', 'suspended', 'banned')),
	CONSTRAINT "user_profiles_credits" CHECK ("user_profiles"."credits_remaining" >= 0 and "user_profiles"."credits_total" >= "user_profiles"."credits_remaining")
);
--> statement-breakpoint
CREATE TABLE "verification_codes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"target_type" text NOT NULL,
	"target_value" text NOT NULL,
	"code" text NOT NULL,
	"purpose" text NOT NULL,
	"user_id" uuid,
	"expires_at" timestamp with time zone NOT NULL,
	"used" boolean DEFAULT false NOT NULL,
	"verified" boolean DEFAULT false NOT NULL,
	"verified_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"max_attempts" integer DEFAULT 5 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "admin_action_logs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"admin_id" uuid NOT NULL,
	"target_user_id" uuid,
	"action" text NOT NULL,
	"action_details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "admin_sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_credit_pool" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"total_purchased" bigint NOT NULL,
	"consumed" bigint DEFAULT 0 NOT NULL,
	"remaining" bigint NOT NULL,
	"cost_per_credit" numeric(12, 4) NOT NULL,
	"total_cost" numeric(14, 4) NOT NULL,
	"last_updated" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing_history" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"description" text NOT NULL,
	"amount" numeric(10, 2) NOT NULL,
	"status" text NOT NULL,
	"provider_reference" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "billing_history_provider_reference_unique" UNIQUE("provider_reference"),
	CONSTRAINT "billing_history_status" CHECK ("billing_history"."status" in ('paid', 'pending', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid,
	"provider_event_id" text NOT NULL,
	"kind" text NOT NULL,
	"payload" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payments_provider_event_id_unique" UNIQUE("provider_event_id")
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_subscriptions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"subscription_id" uuid,
	"status" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "usage_logs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"job_id" uuid,
	"kind" text NOT NULL,
	"amount" integer NOT NULL,
	"total_amount" integer DEFAULT 0 NOT NULL,
	"reference" text,
	"details" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "usage_logs_kind" CHECK ("usage_logs"."kind" in ('grant', 'purchase', 'hold', 'capture', 'release', 'adjust', 'reverse', 'merge'))
);
--> statement-breakpoint
CREATE TABLE "user_quotas" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"subject" text NOT NULL,
	"kind" text NOT NULL,
	"day" date NOT NULL,
	"used" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "processing_history" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"upload_id" uuid NOT NULL,
	"parent_id" uuid,
	"original_filename" text NOT NULL,
	"original_oss_url" text NOT NULL,
	"ai_service" text NOT NULL,
	"process_type" text NOT NULL,
	"model_key" text NOT NULL,
	"mode" text NOT NULL,
	"params" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"scale" double precision,
	"status" text DEFAULT 'pending' NOT NULL,
	"progress" integer DEFAULT 0 NOT NULL,
	"stage" text DEFAULT 'waiting' NOT NULL,
	"result_oss_url" text,
	"thumbnail_result_url" text,
	"result_view_key" text,
	"result_view_mime_type" text,
	"result_width" integer,
	"result_height" integer,
	"processing_time_seconds" double precision,
	"error_code" text,
	"error_message" text,
	"credits_consumed" integer DEFAULT 0 NOT NULL,
	"credits_held" integer DEFAULT 0 NOT NULL,
	"list_credits" integer NOT NULL,
	"start_key" text NOT NULL,
	"memory" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"report" jsonb,
	"attempts" integer DEFAULT 0 NOT NULL,
	"cancel_requested" boolean DEFAULT false NOT NULL,
	"started_at" timestamp with time zone,
	"heartbeat_at" timestamp with time zone,
	"deadline_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"completed_at" timestamp with time zone,
	"files_removed_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "processing_history_status" CHECK ("processing_history"."status" in ('pending', 'processing', 'completed', 'failed')),
	CONSTRAINT "processing_history_service" CHECK ("processing_history"."ai_service" in ('topaz', 'upscaler', 'colorization', 'local', 'scripted'))
);
--> statement-breakpoint
CREATE TABLE "trial_uploads" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"fingerprint_hash" text NOT NULL,
	"original_filename" text NOT NULL,
	"file_size" bigint NOT NULL,
	"mime_type" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"oss_url" text NOT NULL,
	"thumbnail_url" text NOT NULL,
	"view_key" text NOT NULL,
	"view_mime_type" text NOT NULL,
	"claimed_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_uploads" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"original_filename" text NOT NULL,
	"file_size" bigint NOT NULL,
	"mime_type" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"oss_url" text NOT NULL,
	"thumbnail_url" text NOT NULL,
	"view_key" text NOT NULL,
	"view_mime_type" text NOT NULL,
	"status" text DEFAULT 'uploaded' NOT NULL,
	"upload_source" text DEFAULT 'web' NOT NULL,
	"user_agent" text,
	"files_removed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_uploads_status" CHECK ("user_uploads"."status" in ('uploaded', 'deleted'))
);
--> statement-breakpoint
CREATE TABLE "system_configs" (
	"config_key" text PRIMARY KEY NOT NULL,
	"config_value" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "system_configs_key" CHECK ("system_configs"."config_key" in ('emergency_stop', 'maintenance_mode', 'api_rate_limit', 'max_daily_credits_per_user', 'system_announcement'))
);
--> statement-breakpoint
ALTER TABLE "account_merge_history" ADD CONSTRAINT "account_merge_history_primary_user_id_auth_users_id_fk" FOREIGN KEY ("primary_user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_accounts" ADD CONSTRAINT "auth_accounts_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_sessions" ADD CONSTRAINT "auth_sessions_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sms_verification_codes" ADD CONSTRAINT "sms_verification_codes_verification_code_id_verification_codes_id_fk" FOREIGN KEY ("verification_code_id") REFERENCES "public"."verification_codes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_login_methods" ADD CONSTRAINT "user_login_methods_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_profiles" ADD CONSTRAINT "user_profiles_id_auth_users_id_fk" FOREIGN KEY ("id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_codes" ADD CONSTRAINT "verification_codes_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admin_sessions" ADD CONSTRAINT "admin_sessions_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_history" ADD CONSTRAINT "billing_history_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_subscriptions" ADD CONSTRAINT "user_subscriptions_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_subscriptions" ADD CONSTRAINT "user_subscriptions_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_logs" ADD CONSTRAINT "usage_logs_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "processing_history" ADD CONSTRAINT "processing_history_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "processing_history" ADD CONSTRAINT "processing_history_upload_id_user_uploads_id_fk" FOREIGN KEY ("upload_id") REFERENCES "public"."user_uploads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_uploads" ADD CONSTRAINT "user_uploads_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "user_login_methods_active" ON "user_login_methods" USING btree ("method_type","method_value") WHERE status = 'active';--> statement-breakpoint
CREATE INDEX "user_login_methods_user" ON "user_login_methods" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "user_profiles_created" ON "user_profiles" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "admin_action_logs_created" ON "admin_action_logs" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "billing_history_user" ON "billing_history" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "usage_logs_job_kind" ON "usage_logs" USING btree ("job_id","kind");--> statement-breakpoint
CREATE UNIQUE INDEX "usage_logs_job_settled" ON "usage_logs" USING btree ("job_id") WHERE kind in ('capture', 'release');--> statement-breakpoint
CREATE UNIQUE INDEX "usage_logs_reference" ON "usage_logs" USING btree ("user_id","kind","reference") WHERE reference is not null;--> statement-breakpoint
CREATE INDEX "usage_logs_user" ON "usage_logs" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "user_quotas_subject" ON "user_quotas" USING btree ("subject","kind","day");--> statement-breakpoint
CREATE UNIQUE INDEX "processing_history_start_key" ON "processing_history" USING btree ("user_id","start_key");--> statement-breakpoint
CREATE INDEX "processing_history_user" ON "processing_history" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "processing_history_upload" ON "processing_history" USING btree ("upload_id","created_at");--> statement-breakpoint
CREATE INDEX "processing_history_created" ON "processing_history" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "processing_history_open" ON "processing_history" USING btree ("status","deadline_at") WHERE status in ('pending', 'processing');--> statement-breakpoint
CREATE INDEX "trial_uploads_created" ON "trial_uploads" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "user_uploads_user" ON "user_uploads" USING btree ("user_id","created_at");