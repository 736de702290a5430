// /profile/billing (document 2 §2, §3, §4, §8, §9; C-01, C-02, C-29, C-52, C-54, U-26, U-51, P-03, P-04).

import { lookUp } from '../look-up.ts'
import { FREE_SIGN_UP_CREDITS } from './credits.ts'
import { standardRuns } from './packs.ts'

export const BILL_STATUSES = ['paid', 'pending', 'failed'] as const
export type BillStatus = (typeof BILL_STATUSES)[number]
export const BILL_STATUS_LABELS: Readonly<Record<BillStatus, string>> = {
  paid: '已支付',
  pending: '待支付',
  failed: '支付失败',
}
export const billStatusLabel = (status: string): string => lookUp(BILL_STATUS_LABELS, status) ?? status

export interface Bill {
  readonly id: string
  readonly description: string
  /** US dollars. */
  readonly amount: number
  /** ISO date. */
  readonly date: string
  readonly status: BillStatus
}

/** Labels of the landing and billing side; `paid` and `enterprise` are accepted as input only (C-02). */
export const BILLING_TYPE_LABELS = {
  free: '免费用户',
  paid: '付费用户',
  premium: '付费用户',
  enterprise: '企业用户',
  vip: '企业用户',
  admin: '超级管理员',
  banned: '封禁',
} as const
export const billingTypeLabel = (userType: string | undefined): string =>
  lookUp(BILLING_TYPE_LABELS, userType) ?? BILLING_TYPE_LABELS.free

/** Shown only while no payment provider is configured, marked as samples, never counted (P-03, P-04); the days are ours. */
export const SAMPLE_BILLS = [
  { amount: 29.99, date: '2025-08-12', status: 'paid' },
  { amount: 9.99, date: '2025-07-12', status: 'paid' },
] as const satisfies readonly Pick<Bill, 'amount' | 'date' | 'status'>[]

/** Level by the credits used in a lifetime (U-51): the first whose bound is above; the last has none. */
const ACCOUNT_LEVELS: readonly (readonly [number, string])[] = [
  [50, '新手'],
  [200, '进阶'],
  [500, '专家'],
  [Number.POSITIVE_INFINITY, '大师'],
]
export const accountLevel = (usedCredits: number): string =>
  ACCOUNT_LEVELS.find(([bound]) => usedCredits < bound)?.[1] ?? '大师'

/** Total (5 when the profile has none) minus used. */
export const availableCredits = (totalCredits: number | null | undefined, usedCredits: number): number =>
  (totalCredits ?? FREE_SIGN_UP_CREDITS) - usedCredits

/** Low-credit information at this many or fewer remaining (document 2 §2). */
const LOW_CREDIT_THRESHOLD = 5
export const isLowOnCredits = (remainingCredits: number): boolean => remainingCredits <= LOW_CREDIT_THRESHOLD

/**
 * Who has just come has no more than the threshold and has lost nothing: told what the credits are good for, and warned of nothing
 * (decision 0256). Without a standard run's price there is nothing to welcome with.
 */
export const isNewcomer = (usedCredits: number, remainingCredits: number): boolean =>
  usedCredits === 0 && standardRuns(remainingCredits) > 0

export const BILLING_TEXTS = {
  lowCredits: '剩余积分不多（{n}），可以购买积分包', // U-41
  /** While nothing can be bought: what can be done instead. */
  lowCreditsClosed: '剩余积分不多（{n}），如有兑换码，可在本页兑换',
  newcomer: '您有 {n} 积分，标准工具可用 {runs} 次',
  packsTab: '积分包',
  billsTab: '账单记录',
  noBills: '还没有账单',
  sample: '示例数据',
  sampleNote: '以下两行是示例数据，不是您的账单，也不计入任何统计。',
  sampleBill: '积分包',
  invoice: '下载发票：{bill}',
  invoiceInDevelopment: '下载发票功能开发中...',
} as const
