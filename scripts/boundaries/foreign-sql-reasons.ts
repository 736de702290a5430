// Files that name tables of other features in SQL texts, with those tables and why no read of their feature serves (decision 0034).

/** File to tables, by reason. */
const READERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "the ledger's pages, lots and counts stand in billing beside packs, orders and coupons, whose feature may know credits; credits itself only moves them":
    {
      'src/features/billing/server/ledger/merge-credits.ts': 'usage_logs',
      'src/features/billing/server/ledger/read-ledger.ts': 'processing_history usage_logs',
      'src/features/billing/server/ledger/read-lots.ts': 'usage_logs',
      'src/features/billing/server/read-usage.ts': 'processing_history usage_logs',
    },
  'an audit compares what several features recorded of the same money, in one snapshot': {
    'src/features/billing/server/payment/purchase-check.ts': 'account_merge_history usage_logs user_profiles',
    'src/features/billing/server/refund/refund-checks.ts': 'user_profiles',
    'src/features/processing/server/audit/money-checks.ts': 'usage_logs user_profiles',
  },
  'what an operator gave back of one run is asked with each view of that run': {
    'src/features/processing/server/jobs/given-back.ts': 'usage_logs',
  },
  'statistics are sums over all features, made in the database in one statement; they are the server functions of document 2 §6':
    {
      'src/app/server/service-metrics.ts': 'audit_reports processing_history trial_uploads user_uploads',
      'src/features/admin/server/metrics/check-system.ts': 'processing_history',
      'src/features/admin/server/metrics/read-load.ts': 'processing_history user_uploads',
      'src/features/admin/server/metrics/read-model-use.ts':
        'ended_runs payment_orders processing_history user_profiles',
      'src/features/admin/server/metrics/read-sales.ts':
        'account_merge_history credit_pack_versions ended_ledger_entries payment_orders usage_logs user_profiles',
      'src/features/admin/server/metrics/read-statistics.ts': 'user_profiles',
    },
  "lists of the back office search, sort and cut pages by columns of several features, which two features' reads cannot do":
    {
      'src/features/admin/server/exports/export-queries.ts': 'payment_orders usage_logs user_profiles',
      'src/features/admin/server/orders/read-orders.ts': 'payment_captures payment_orders user_profiles',
      'src/features/admin/server/runs/read-runs.ts': 'processing_history usage_logs user_profiles user_uploads',
      'src/features/admin/server/users/read-user-page.ts': 'processing_history usage_logs',
    },
  "history is the view of what processing keeps, and an account's end removes rows of every feature in one transaction":
    {
      'src/features/history/server/clean-up.ts': 'processing_history user_uploads',
      'src/features/history/server/own-data/delete-account.ts':
        'auth_users processing_history user_profiles user_uploads',
      'src/features/history/server/user-stats.ts': 'processing_history usage_logs user_uploads',
    },
  'looks at a database from outside: whether it holds an account, whether a restored dump is whole': {
    'src/app/server/backup/backup-check.ts': 'processing_history usage_logs user_profiles user_uploads',
    'src/app/server/part-checks.ts': 'user_profiles',
  },
}

export const FOREIGN_SQL: ReadonlyMap<string, string> = new Map(Object.values(READERS).flatMap(Object.entries<string>))
