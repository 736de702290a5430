-- PostgreSQL lets everybody call a new function: the back office's are its own. Consumers' transactions run as the restricted role.
REVOKE EXECUTE ON FUNCTION get_api_credit_pool_status, get_admin_dashboard_stats, get_total_credits_consumed,
  cleanup_old_admin_logs, log_admin_action FROM PUBLIC;
