-- Tells every process of a change to a job: watchers read the row again, the worker of a cancelled job stops it (architecture §5).
CREATE FUNCTION processing_history_notify() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('job_changed', NEW.id::text);
  IF NEW.cancel_requested AND NOT OLD.cancel_requested THEN
    PERFORM pg_notify('job_cancelled', NEW.id::text);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- The heartbeat is left out: it changes nothing that a watcher sees.
CREATE TRIGGER processing_history_notify
  AFTER UPDATE OF status, progress, stage, cancel_requested, result_oss_url, files_removed_at ON processing_history
  FOR EACH ROW EXECUTE FUNCTION processing_history_notify();
