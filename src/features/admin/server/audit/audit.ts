// `npm run audit`: whether credits, runs, orders, refunds and the pages' figures agree (decision 0085), and what the payment providers say of it (0151).
// It only reads; the command, the nightly job and tests ask the same.
import { COUPON_CHECK } from '#features/billing/server/coupon/coupon-check.ts'
import { INVOICE_CHECK } from '#features/billing/server/invoice/invoice-check.ts'
import { PURCHASE_CHECK } from '#features/billing/server/payment/purchase-check.ts'
import { REFUND_CHECKS } from '#features/billing/server/refund/refund-checks.ts'
import { MONEY_CHECKS } from '#features/processing/server/audit/money-checks.ts'
import { type CheckResult, runChecks } from '#features/processing/server/audit/run-checks.ts'
import type { Database } from '#platform/server/database/database.ts'
import { LOG_CHECK } from './log-check.ts'
import { type ComparePayments, paymentChecks } from './payment-check.ts'
import { POOL_CHECK } from './pool-check.ts'

/** Kept elsewhere, it also proves that the whole chain was not rewritten. */
export interface LogEnd {
  readonly entries: number
  readonly newestHash: string
}

export interface Audit {
  readonly checks: readonly CheckResult[]
  readonly faults: number
  readonly log: LogEnd
}

export const AUDIT_CHECKS = [
  ...MONEY_CHECKS,
  PURCHASE_CHECK,
  ...REFUND_CHECKS,
  INVOICE_CHECK,
  COUPON_CHECK,
  POOL_CHECK,
  LOG_CHECK,
]

/** `comparePayments` asks the providers, after the database. */
export async function audit(database: Database, comparePayments?: ComparePayments): Promise<Audit> {
  const own = await runChecks(database, AUDIT_CHECKS)
  const checks = [...own, ...paymentChecks((await comparePayments?.()) ?? [])]
  const [log] = await database.query<LogEnd>(
    'select last_seq as entries, last_hash as "newestHash" from admin_log_chain',
  )
  return { checks, faults: checks.reduce((sum, { count }) => sum + count, 0), log: log! }
}
