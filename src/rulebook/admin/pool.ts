// The credit pool of the back office (document 2 §2, §3, §5, §7, §8, §9; C-39, C-50, U-20, U-21, U-64).

import { CREDIT_PACKS } from '../credits/packs.ts'
import { lookUp } from '../look-up.ts'
import type { Problem } from '../problem.ts'
import type { AdminErrorCode } from './admin.ts'

/** US dollars; the headline while no pool row exists, and the default of the input (C-39). */
export const DEFAULT_COST_PER_CREDIT_USD = 0.05
export const COST_PER_CREDIT_DECIMALS = 4
export const COST_PER_CREDIT_STEP_USD = 0.0001
/** Whole steps of the cost in one dollar: products of such steps are exact. */
const COST_STEPS = 10 ** COST_PER_CREDIT_DECIMALS
export const costPerCreditText = (costUsd: number): string => costUsd.toFixed(COST_PER_CREDIT_DECIMALS)

/** Remaining below this: red, low balance. */
export const POOL_LOW_BALANCE = 10_000
/** Today's consumption above this: yellow, too fast. */
export const POOL_FAST_CONSUMPTION = 500

/** Only for the estimated cost analysis of admins, never for consumers' prices (C-50). */
const SERVICE_WEIGHTS = { topaz: 2, upscaler: 1, colorization: 2 } as const
const OTHER_SERVICE_WEIGHT = 1
export const serviceWeight = (service: string): number => lookUp(SERVICE_WEIGHTS, service) ?? OTHER_SERVICE_WEIGHT

/** Days of runs on the outside provider that the margin is made of. */
export const MARGIN_DAYS = 30
/** What these credits of ours brought in if all of them came from the cheapest pack. */
export const leastEarnedUsd = (credits: number): number =>
  credits * Math.min(...CREDIT_PACKS.map(({ pricePerCredit }) => pricePerCredit))

export const POOL_TEXTS = {
  lowBalance: '积分池余额不足',
  tooFast: '积分池今日消耗过快',
  normal: '积分池状态正常',
  empty: '尚未录入积分池数据，请在下方填写首次数据', // U-21
  estimate: '估算',
  saved: '积分池更新成功',
  saveFailed: '更新积分池失败',
  loadFailed: '加载积分池数据失败',
  noRate: '—', // success rate without jobs, U-20
} as const

export interface PoolWarning {
  readonly colour: 'red' | 'yellow' | 'green'
  readonly text: string
}
/** Both warnings when both hold, red first; green only when neither does (U-64). */
export function poolWarnings(remaining: number, todayConsumed: number): readonly PoolWarning[] {
  const warnings: PoolWarning[] = []
  if (remaining < POOL_LOW_BALANCE) warnings.push({ colour: 'red', text: POOL_TEXTS.lowBalance })
  if (todayConsumed > POOL_FAST_CONSUMPTION) warnings.push({ colour: 'yellow', text: POOL_TEXTS.tooFast })
  return warnings.length > 0 ? warnings : [{ colour: 'green', text: POOL_TEXTS.normal }]
}

/** What the table can hold: their product stays within its ten digits of dollars. */
export const POOL_LIMITS = { totalPurchased: 1_000_000_000, costPerCreditUsd: 9.9999, notesLength: 500 } as const

/** A cost as the table keeps it. */
export const roundedCostUsd = (costUsd: number): number => Number(costPerCreditText(costUsd))

/** The update button works only with both figures above 0 (as they are stored) and notes that are not blank. */
export const checkPoolUpdate = ({
  totalPurchased,
  costPerCredit,
  notes,
}: {
  readonly totalPurchased: number
  readonly costPerCredit: number
  readonly notes: string
}): Problem<AdminErrorCode> | undefined => {
  const isPurchase =
    Number.isInteger(totalPurchased) && totalPurchased > 0 && totalPurchased <= POOL_LIMITS.totalPurchased
  const isCost = roundedCostUsd(costPerCredit) > 0 && costPerCredit <= POOL_LIMITS.costPerCreditUsd
  return isPurchase && isCost && notes.trim() !== '' ? undefined : { code: 'pool-input-invalid' }
}

/** Computed figures of api_credit_pool: remaining = purchased − consumed, total cost = purchased × cost, to the table's four decimals. */
export const poolBalance = (totalPurchased: number, consumed: number, costPerCreditUsd: number) => ({
  remaining: totalPurchased - consumed,
  totalCostUsd: (totalPurchased * Math.round(costPerCreditUsd * COST_STEPS)) / COST_STEPS,
})
