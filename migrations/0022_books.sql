CREATE TABLE "admin_log_chain" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"base_seq" integer DEFAULT 0 NOT NULL,
	"base_hash" text DEFAULT '' NOT NULL,
	"last_seq" integer DEFAULT 0 NOT NULL,
	"last_hash" text DEFAULT '' NOT NULL,
	CONSTRAINT "admin_log_chain_single" CHECK ("admin_log_chain"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "audit_reports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"faults" integer NOT NULL,
	"by_check" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ended_ledger_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"job_id" uuid,
	"kind" text NOT NULL,
	"amount" integer NOT NULL,
	"total_amount" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ended_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"ai_service" text NOT NULL,
	"model_key" text NOT NULL,
	"status" text NOT NULL,
	"error_code" text,
	"credits_consumed" integer NOT NULL,
	"vendor_credits" integer,
	"list_credits" integer NOT NULL,
	"processing_time_seconds" double precision,
	"created_at" timestamp with time zone NOT NULL,
	"completed_at" timestamp with time zone,
	"returned_for" text
);
--> statement-breakpoint
ALTER TABLE "admin_action_logs" ADD COLUMN "seq" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "admin_action_logs" ADD COLUMN "hash" text DEFAULT '' NOT NULL;
--> statement-breakpoint
CREATE INDEX "audit_reports_created" ON "audit_reports" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "ended_ledger_entries_job" ON "ended_ledger_entries" USING btree ("job_id");
--> statement-breakpoint
CREATE INDEX "ended_runs_created" ON "ended_runs" USING btree ("created_at");
--> statement-breakpoint
-- What was counted stays counted when its rows go, with an account, with a merge or by age (decision 0085): written by the statement that
-- removes them, so neither stands without the other.
CREATE FUNCTION processing_history_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ended_runs (id, ai_service, model_key, status, error_code, credits_consumed, vendor_credits, list_credits,
                          processing_time_seconds, created_at, completed_at, returned_for)
  VALUES (OLD.id, OLD.ai_service, OLD.model_key, OLD.status, OLD.error_code, OLD.credits_consumed, OLD.vendor_credits, OLD.list_credits,
          OLD.processing_time_seconds, OLD.created_at, OLD.completed_at, OLD.returned_for);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER processing_history_ended AFTER DELETE ON processing_history FOR EACH ROW EXECUTE FUNCTION processing_history_ended();
--> statement-breakpoint
CREATE FUNCTION usage_logs_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ended_ledger_entries (id, job_id, kind, amount, total_amount, created_at)
  VALUES (OLD.id, OLD.job_id, OLD.kind, OLD.amount, OLD.total_amount, OLD.created_at);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER usage_logs_ended AFTER DELETE ON usage_logs FOR EACH ROW EXECUTE FUNCTION usage_logs_ended();
--> statement-breakpoint
-- Runs of accounts that were merged before this migration lost their entries: written again from what the run itself says it cost.
INSERT INTO ended_ledger_entries (id, job_id, kind, amount, total_amount, created_at)
SELECT gen_random_uuid(), h.id, e.kind, e.amount, 0, coalesce(h.completed_at, h.created_at)
  FROM processing_history h CROSS JOIN LATERAL (VALUES
    ('hold', CASE WHEN h.status = 'completed' THEN -h.credits_consumed ELSE -h.credits_held END),
    (CASE WHEN h.status = 'completed' THEN 'capture' ELSE 'release' END, CASE WHEN h.status = 'completed' THEN 0 ELSE h.credits_held END)
  ) AS e (kind, amount)
 WHERE h.status IN ('completed', 'failed') AND NOT EXISTS (SELECT 1 FROM usage_logs u WHERE u.job_id = h.id);
--> statement-breakpoint
CREATE VIEW runs_ever AS
  SELECT id, ai_service, model_key, status, error_code, credits_consumed, vendor_credits, list_credits, processing_time_seconds,
         created_at, completed_at, returned_for, false AS ended FROM processing_history
  UNION ALL
  SELECT id, ai_service, model_key, status, error_code, credits_consumed, vendor_credits, list_credits, processing_time_seconds,
         created_at, completed_at, returned_for, true FROM ended_runs;
--> statement-breakpoint
CREATE VIEW ledger_ever AS
  SELECT id, user_id, job_id, kind, amount, total_amount, created_at FROM usage_logs
  UNION ALL
  SELECT id, NULL, job_id, kind, amount, total_amount, created_at FROM ended_ledger_entries;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION get_total_credits_consumed() RETURNS bigint LANGUAGE sql STABLE AS
  $$ SELECT coalesce(sum(pool_credits(vendor_credits, ai_service, status, list_credits)), 0)::bigint FROM runs_ever $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION get_admin_dashboard_stats() RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object(
    'new_users_today', (SELECT count(*) FROM user_profiles WHERE created_at >= app_today_start()),
    'total_processing_today', (SELECT count(*) FROM runs_ever WHERE created_at >= app_today_start()),
    'user_type_distribution', (SELECT coalesce(jsonb_object_agg(user_type, n), '{}') FROM
      (SELECT user_type, count(*) AS n FROM user_profiles GROUP BY user_type) AS types))
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION get_api_credit_pool_status() RETURNS jsonb LANGUAGE sql STABLE AS $$
  WITH today AS (SELECT * FROM runs_ever WHERE created_at >= app_today_start()),
  sums AS (
    SELECT
      (SELECT coalesce(sum(pool_credits(vendor_credits, ai_service, status, list_credits)), 0) FROM today) AS today_consumed,
      (SELECT coalesce(sum(pool_credits(vendor_credits, ai_service, status, list_credits)), 0) FROM runs_ever
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
--> statement-breakpoint
-- The operator's log is append-only and chained (decision 0086): each row's hash covers the row and the hash before it, so that a row that
-- somebody changed, removed or slipped in by hand is found by `npm run audit`.
CREATE FUNCTION admin_action_log_hash(entry admin_action_logs, previous text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT encode(sha256(convert_to(jsonb_build_array(previous, entry.seq, entry.id, entry.admin_id, entry.target_user_id, entry.action,
    entry.action_details, entry.ip_address, entry.user_agent, (extract(epoch FROM entry.created_at) * 1000000)::bigint)::text, 'UTF8')), 'hex')
$$;
--> statement-breakpoint
INSERT INTO admin_log_chain (id) VALUES (1);
--> statement-breakpoint
DO $$
DECLARE entry admin_action_logs; previous text := ''; place integer := 0;
BEGIN
  FOR entry IN SELECT * FROM admin_action_logs ORDER BY created_at, id LOOP
    place := place + 1;
    entry.seq := place;
    previous := admin_action_log_hash(entry, previous);
    UPDATE admin_action_logs SET seq = place, hash = previous WHERE id = entry.id;
  END LOOP;
  UPDATE admin_log_chain SET last_seq = place, last_hash = previous;
END $$;
--> statement-breakpoint
CREATE UNIQUE INDEX "admin_action_logs_seq" ON "admin_action_logs" USING btree ("seq");
--> statement-breakpoint
-- The row of the chain is locked until the end of the transaction: entries stand one after the other, and one that is undone leaves no gap.
CREATE FUNCTION admin_action_logs_chain() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE previous text;
BEGIN
  UPDATE admin_log_chain SET last_seq = last_seq + 1 RETURNING last_seq, last_hash INTO NEW.seq, previous;
  NEW.hash := admin_action_log_hash(NEW, previous);
  UPDATE admin_log_chain SET last_hash = NEW.hash;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER admin_action_logs_chain BEFORE INSERT ON admin_action_logs FOR EACH ROW EXECUTE FUNCTION admin_action_logs_chain();
--> statement-breakpoint
CREATE FUNCTION admin_action_logs_protect() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('app.log_retention', true) = 'on' AND OLD.created_at < now() - interval '89 days' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'the operator''s log is append-only' USING ERRCODE = '55000';
END $$;
--> statement-breakpoint
CREATE TRIGGER admin_action_logs_protect BEFORE UPDATE OR DELETE ON admin_action_logs FOR EACH ROW EXECUTE FUNCTION admin_action_logs_protect();
--> statement-breakpoint
CREATE TRIGGER admin_action_logs_keep BEFORE TRUNCATE ON admin_action_logs FOR EACH STATEMENT EXECUTE FUNCTION admin_action_logs_protect();
--> statement-breakpoint
-- The only way by which entries go: from the oldest on, as far as all are older; the chain remembers the hash of the last one that went.
CREATE FUNCTION remove_old_admin_logs(p_before timestamptz) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE first_kept integer; base admin_action_logs; removed integer;
BEGIN
  PERFORM 1 FROM admin_log_chain FOR UPDATE;
  SELECT min(seq) INTO first_kept FROM admin_action_logs WHERE created_at >= p_before;
  SELECT * INTO base FROM admin_action_logs WHERE first_kept IS NULL OR seq < first_kept ORDER BY seq DESC LIMIT 1;
  IF NOT FOUND THEN RETURN 0; END IF;
  PERFORM set_config('app.log_retention', 'on', true);
  DELETE FROM admin_action_logs WHERE seq <= base.seq;
  GET DIAGNOSTICS removed = ROW_COUNT;
  PERFORM set_config('app.log_retention', 'off', true);
  UPDATE admin_log_chain SET base_seq = base.seq, base_hash = base.hash;
  RETURN removed;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION cleanup_old_admin_logs() RETURNS integer LANGUAGE plpgsql AS $$
DECLARE removed integer;
BEGIN
  removed := remove_old_admin_logs(now() - interval '3 months');
  DELETE FROM verification_codes WHERE expires_at < now() - interval '3 months';
  RETURN removed;
END $$;
--> statement-breakpoint
-- From where and with what browser, where the caller knows it; a row is never written to again.
CREATE OR REPLACE FUNCTION log_admin_action(p_action text, p_target_user_id uuid DEFAULT NULL, p_action_details jsonb DEFAULT '{}') RETURNS uuid LANGUAGE sql AS $$
  INSERT INTO admin_action_logs (admin_id, target_user_id, action, action_details, ip_address, user_agent)
  VALUES (app_user_id(), p_target_user_id, p_action, p_action_details,
          nullif(current_setting('app.client_address', true), ''), nullif(current_setting('app.user_agent', true), '')) RETURNING id
$$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION admin_action_log_hash, admin_action_logs_chain, admin_action_logs_protect, remove_old_admin_logs FROM PUBLIC;
