// The pool as it stands now: its row, less what completed runs used after the row was written.
import { ADMIN_STATISTICS_TEXTS, countText, POOL_PAGE_TEXTS } from '#rulebook/admin/admin-statistics-texts.ts'
import { DEFAULT_COST_PER_CREDIT_USD, type PoolWarning, poolWarnings } from '#rulebook/admin/pool.ts'
import type { CreditPool } from './use-statistics.ts'

/** Zeros and the default cost without a row (C-39; U-21). */
export const poolNow = (pool: CreditPool | null) => ({
  purchased: pool?.total_purchased ?? 0,
  consumed: pool ? pool.consumed + pool.consumed_since : 0,
  remaining: pool ? pool.remaining - pool.consumed_since : 0,
  costPerCreditUsd: pool?.cost_per_credit ?? DEFAULT_COST_PER_CREDIT_USD,
  totalCostUsd: pool?.total_cost ?? 0,
})

/** Without a row nothing is known of the balance: nothing warns of it, and nothing calls it well. */
export const warningsNow = (pool: CreditPool | null, todayConsumed: number): readonly PoolWarning[] =>
  pool
    ? poolWarnings(poolNow(pool).remaining, todayConsumed)
    : poolWarnings(Number.POSITIVE_INFINITY, todayConsumed).filter(({ colour }) => colour !== 'green')

/** Bought, used and left, each in credits. */
export function poolRows({ purchased, consumed, remaining }: ReturnType<typeof poolNow>) {
  const credits = (count: number) => `${countText(count)} ${ADMIN_STATISTICS_TEXTS.creditsUnit}`
  return [
    [POOL_PAGE_TEXTS.purchased, credits(purchased)],
    [POOL_PAGE_TEXTS.consumed, credits(consumed)],
    [POOL_PAGE_TEXTS.remaining, credits(remaining)],
  ] as const
}
