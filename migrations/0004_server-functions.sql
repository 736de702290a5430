-- The server functions that the documents name (document 1 §7, document 2 §7). Days are those of the configured zone (U-19).
CREATE FUNCTION app_time_zone() RETURNS text LANGUAGE sql STABLE AS
  $$ SELECT coalesce(nullif(current_setting('app.time_zone', true), ''), 'Asia/Shanghai') $$;
--> statement-breakpoint
CREATE FUNCTION app_today_start() RETURNS timestamptz LANGUAGE sql STABLE AS
  $$ SELECT date_trunc('day', now() AT TIME ZONE app_time_zone()) AT TIME ZONE app_time_zone() $$;
--> statement-breakpoint
CREATE FUNCTION find_user_by_login_method(p_method_type text, p_method_value text) RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT user_id FROM user_login_methods
   WHERE method_type = p_method_type AND lower(method_value) = lower(p_method_value) AND status = 'active'
   LIMIT 1
$$;
--> statement-breakpoint
CREATE FUNCTION check_login_method_conflict(p_method_type text, p_method_value text, p_exclude_user_id uuid DEFAULT NULL)
RETURNS TABLE (conflict_exists boolean, existing_user_id uuid, existing_username text) LANGUAGE sql STABLE AS $$
  WITH holder AS (
    SELECT m.user_id, p.username
      FROM user_login_methods m JOIN user_profiles p ON p.id = m.user_id
     WHERE m.method_type = p_method_type AND lower(m.method_value) = lower(p_method_value) AND m.status = 'active'
       AND (p_exclude_user_id IS NULL OR m.user_id <> p_exclude_user_id)
     LIMIT 1)
  SELECT EXISTS (SELECT 1 FROM holder), (SELECT user_id FROM holder), (SELECT username FROM holder)
$$;
--> statement-breakpoint
CREATE FUNCTION get_admin_dashboard_stats() RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object(
    'new_users_today', (SELECT count(*) FROM user_profiles WHERE created_at >= app_today_start()),
    'total_processing_today', (SELECT count(*) FROM processing_history WHERE created_at >= app_today_start()),
    'user_type_distribution', (SELECT coalesce(jsonb_object_agg(user_type, n), '{}') FROM
      (SELECT user_type, count(*) AS n FROM user_profiles GROUP BY user_type) AS types))
$$;
--> statement-breakpoint
-- Consumption counts list prices of completed runs: runs of unlimited tiers cost the pool as much as any other (C-05).
CREATE FUNCTION get_total_credits_consumed() RETURNS bigint LANGUAGE sql STABLE AS
  $$ SELECT coalesce(sum(list_credits), 0)::bigint FROM processing_history WHERE status = 'completed' $$;
--> statement-breakpoint
CREATE FUNCTION get_api_credit_pool_status() RETURNS jsonb LANGUAGE sql STABLE AS $$
  WITH today AS (SELECT * FROM processing_history WHERE created_at >= app_today_start()),
  sums AS (
    SELECT
      (SELECT coalesce(sum(list_credits) FILTER (WHERE status = 'completed'), 0) FROM today) AS today_consumed,
      (SELECT coalesce(sum(list_credits), 0) FROM processing_history
        WHERE status = 'completed' AND created_at >= app_today_start() - interval '1 day' AND created_at < app_today_start()) AS yesterday_consumed,
      (SELECT count(*) FROM today) AS processed,
      (SELECT count(*) FROM today WHERE status = 'completed') AS succeeded,
      (SELECT count(*) FROM today WHERE status IN ('completed', 'failed')) AS finished)
  SELECT jsonb_build_object(
    'today_consumed', today_consumed,
    'yesterday_consumed', yesterday_consumed,
    'trend_percentage', CASE
      WHEN yesterday_consumed = 0 THEN CASE WHEN today_consumed = 0 THEN 0 ELSE 100 END
      ELSE round((today_consumed - yesterday_consumed) * 100.0 / yesterday_consumed, 1) END,
    'total_processing_today', processed,
    'success_rate_today', CASE WHEN finished = 0 THEN NULL ELSE round(succeeded * 100.0 / finished, 1) END,
    'service_distribution_today', (SELECT coalesce(jsonb_object_agg(ai_service, n), '{}') FROM
      (SELECT ai_service, count(*) AS n FROM today GROUP BY ai_service) AS services))
  FROM sums
$$;
--> statement-breakpoint
-- Three months (C-15): the operator's log and codes that nobody can use any more; never a consumer's data.
CREATE FUNCTION cleanup_old_admin_logs() RETURNS integer LANGUAGE plpgsql AS $$
DECLARE removed integer;
BEGIN
  DELETE FROM admin_action_logs WHERE created_at < now() - interval '3 months';
  GET DIAGNOSTICS removed = ROW_COUNT;
  DELETE FROM verification_codes WHERE expires_at < now() - interval '3 months';
  RETURN removed;
END $$;
--> statement-breakpoint
CREATE FUNCTION log_admin_action(p_action text, p_target_user_id uuid DEFAULT NULL, p_action_details jsonb DEFAULT '{}') RETURNS uuid LANGUAGE sql AS $$
  INSERT INTO admin_action_logs (admin_id, target_user_id, action, action_details)
  VALUES (app_user_id(), p_target_user_id, p_action, p_action_details) RETURNING id
$$;
