// The credit packs: one table for landing, billing and checkout (document 2 §9; names U-34; arithmetic C-09; P-27).
// Prices, per-credit prices and percents are the stated ones; the screens word the percent as 约省 (C-09).
import { CREDITS_NEVER_EXPIRE_TEXT } from '../site/legal.ts'
import { TOOLS } from '../tools/tool.ts'

export interface CreditPack {
  readonly id: 'small' | 'some' | 'pile' | 'box'
  readonly name: string
  /** All that it gives, what is added as a present too. */
  readonly credits: number
  /** How many of them were added as a present (decision 0150). */
  readonly bonus: number
  /** 0: as the documents state it. */
  readonly version: number
  /** US dollars. */
  readonly price: number
  /** US dollars, rounded to cents. */
  readonly pricePerCredit: number
  /** Percent. */
  readonly discount: number
  readonly popular: boolean
  readonly description: string
  readonly features: readonly string[]
}
type PackRow = Omit<CreditPack, 'features' | 'bonus' | 'version'>

const PACK_ROWS: readonly PackRow[] = [
  {
    id: 'small',
    name: '体验包',
    credits: 20,
    price: 3.99,
    pricePerCredit: 0.2,
    discount: 0,
    popular: false,
    description: '适合偶尔修几张照片',
  },
  {
    id: 'some',
    name: '常用包',
    credits: 55,
    price: 9.99,
    pricePerCredit: 0.18,
    discount: 10,
    popular: false,
    description: '适合修好一本相册',
  },
  {
    id: 'pile',
    name: '超值包',
    credits: 120,
    price: 19.99,
    pricePerCredit: 0.17,
    discount: 15,
    popular: true,
    description: '适合经常处理照片',
  },
  {
    id: 'box',
    name: '大容量包',
    credits: 250,
    price: 39.99,
    pricePerCredit: 0.16,
    discount: 20,
    popular: false,
    description: '适合大量处理照片',
  },
]

/** How many pictures a standard tool does for so many credits. */
export const standardRuns = (credits: number): number => Math.floor(credits / TOOLS.enhance.credits)

/** True statements only: the amount, what it is worth in standard runs, and that it never expires (U-34). */
export const packFeatures = (credits: number, bonus = 0): readonly string[] => [
  bonus > 0 ? `${credits} 个积分（含赠送 ${bonus} 个）` : `${credits} 个积分`,
  `标准工具可用 ${standardRuns(credits)} 次`,
  CREDITS_NEVER_EXPIRE_TEXT,
]

export const CREDIT_PACKS: readonly CreditPack[] = PACK_ROWS.map((row) => ({
  ...row,
  bonus: 0,
  version: 0,
  features: packFeatures(row.credits),
}))

export const PACK_TEXTS = {
  popular: '推荐',
  discount: '约省 {n}%',
  perCredit: '每积分约 {price}',
  buy: '购买',
  /** What the payment provider shows. */
  checkoutTitle: '{product} {pack}（{credits} 积分）',
  /** Landing, signed in, while purchase is not wired (document 1 §2, U-03, C-47). */
  landingInDevelopment: '功能开发中',
  /** Billing page, likewise (document 2 §2). */
  billingInDevelopment: '积分包购买功能开发中...',
} as const

/** Whole cents. */
export const usdCents = ({ price }: Pick<CreditPack, 'price'>): number => Math.round(price * 100)

/** `$3.99`. */
export const usdText = (amountUsd: number): string => `$${amountUsd.toFixed(2)}`
