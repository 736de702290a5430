-- A run that its consumer cancelled ended as failed, but not by our fault: the pool's success rate counts it as little as the dashboard (C-55).
CREATE OR REPLACE FUNCTION get_api_credit_pool_status() RETURNS jsonb LANGUAGE sql STABLE AS $$
  WITH today AS (SELECT * FROM processing_history WHERE created_at >= app_today_start()),
  sums AS (
    SELECT
      (SELECT coalesce(sum(list_credits) FILTER (WHERE status = 'completed'), 0) FROM today) AS today_consumed,
      (SELECT coalesce(sum(list_credits), 0) FROM processing_history
        WHERE status = 'completed' AND created_at >= app_today_start() - interval '1 day' AND created_at < app_today_start()) AS yesterday_consumed,
      (SELECT count(*) FROM today) AS processed,
      (SELECT count(*) FROM today WHERE status = 'completed') AS succeeded,
      (SELECT count(*) FROM today
        WHERE status IN ('completed', 'failed') AND error_code IS DISTINCT FROM 'processing-cancelled') AS finished)
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
