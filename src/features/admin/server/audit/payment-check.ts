// What the payment providers say, as a part of the audit (decision 0151).
import type { PaymentComparison } from '#features/billing/server/payment/compare-orders.ts'
import type { CheckResult } from '#features/processing/server/audit/run-checks.ts'
import { COMPARED_DAYS } from '#rulebook/credits/orders.ts'

/** Returns nothing where no provider is configured. */
export type ComparePayments = () => Promise<readonly PaymentComparison[]>

const EXAMPLES = 5

export const paymentChecks = (comparisons: readonly PaymentComparison[]): CheckResult[] =>
  comparisons.map(({ provider, compared, unanswered, faults }) => ({
    name: provider,
    rule:
      `${provider} says of ${compared} orders of the last ${COMPARED_DAYS} days what stands here` +
      (unanswered > 0 ? ` (${unanswered} without an answer)` : ''),
    count: faults.length,
    examples: faults.slice(0, EXAMPLES),
  }))
