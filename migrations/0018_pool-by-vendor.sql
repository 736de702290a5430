-- The pool is drained by what the provider really took: its own figure where it told one, whatever became of the run; nothing for runs of
-- our own engine, which nobody was paid for; else the list price of a completed run (C-05, decision 0063).
CREATE FUNCTION pool_credits(vendor_credits integer, ai_service text, status text, list_credits integer) RETURNS integer
  LANGUAGE sql IMMUTABLE AS
  $$ SELECT coalesce(vendor_credits, CASE WHEN status = 'completed' AND ai_service <> 'local' THEN list_credits ELSE 0 END) $$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION pool_credits FROM PUBLIC;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION get_total_credits_consumed() RETURNS bigint LANGUAGE sql STABLE AS
  $$ SELECT coalesce(sum(pool_credits(vendor_credits, ai_service, status, list_credits)), 0)::bigint FROM processing_history $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION get_api_credit_pool_status() RETURNS jsonb LANGUAGE sql STABLE AS $$
  WITH today AS (SELECT * FROM processing_history WHERE created_at >= app_today_start()),
  sums AS (
    SELECT
      (SELECT coalesce(sum(pool_credits(vendor_credits, ai_service, status, list_credits)), 0) FROM today) AS today_consumed,
      (SELECT coalesce(sum(pool_credits(vendor_credits, ai_service, status, list_credits)), 0) FROM processing_history
        WHERE created_at >= app_today_start() - interval '1 day' AND created_at < app_today_start()) AS yesterday_consumed,
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
