-- Row-level security: what a consumer's transaction may see and change. Policies read `app.user_id`, set for one transaction;
-- nullif, because after its first use the setting reads '' instead of NULL.
CREATE FUNCTION app_user_id() RETURNS uuid LANGUAGE sql STABLE AS
  $$ SELECT nullif(current_setting('app.user_id', true), '')::uuid $$;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION app_user_id() TO app_user;
--> statement-breakpoint
ALTER TABLE user_profiles ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_profile ON user_profiles TO app_user USING (id = app_user_id()) WITH CHECK (id = app_user_id());
--> statement-breakpoint
GRANT SELECT, UPDATE (username, avatar_url, updated_at) ON user_profiles TO app_user;
--> statement-breakpoint
ALTER TABLE user_login_methods ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_methods ON user_login_methods TO app_user USING (user_id = app_user_id());
--> statement-breakpoint
GRANT SELECT ON user_login_methods TO app_user;
--> statement-breakpoint
ALTER TABLE account_merge_history ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_merges ON account_merge_history TO app_user USING (primary_user_id = app_user_id());
--> statement-breakpoint
GRANT SELECT ON account_merge_history TO app_user;
--> statement-breakpoint
ALTER TABLE user_uploads ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_uploads ON user_uploads TO app_user USING (user_id = app_user_id()) WITH CHECK (user_id = app_user_id());
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (status, updated_at) ON user_uploads TO app_user;
--> statement-breakpoint
ALTER TABLE processing_history ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_jobs ON processing_history TO app_user USING (user_id = app_user_id()) WITH CHECK (user_id = app_user_id());
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (cancel_requested, deleted_at) ON processing_history TO app_user;
--> statement-breakpoint
ALTER TABLE usage_logs ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_ledger ON usage_logs TO app_user USING (user_id = app_user_id());
--> statement-breakpoint
GRANT SELECT ON usage_logs TO app_user;
--> statement-breakpoint
ALTER TABLE billing_history ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_bills ON billing_history TO app_user USING (user_id = app_user_id());
--> statement-breakpoint
GRANT SELECT ON billing_history TO app_user;
--> statement-breakpoint
ALTER TABLE user_subscriptions ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_subscriptions ON user_subscriptions TO app_user USING (user_id = app_user_id());
--> statement-breakpoint
GRANT SELECT ON user_subscriptions TO app_user;
