// Packs as the operator changed them (decision 0150): the documents' packs are version 0, each change is a version of its own, the newest one is sold.
import type { Problem } from '../problem.ts'
import { CREDIT_PACKS, type CreditPack, packFeatures, usdCents } from './packs.ts'

/** What can be changed of a pack. */
export interface PackFacts {
  /** Bought ones, without the present. */
  readonly credits: number
  readonly bonus: number
  readonly usdCents: number
  /** Null: it is not sold for yuan. */
  readonly cnyFen: number | null
  /** It is offered. */
  readonly isActive: boolean
}
export interface PackVersion extends PackFacts {
  readonly packId: CreditPack['id']
  readonly version: number
}
/** What the browser gets of a changed pack; yuan amounts come with the prices. */
export type OfferedPack = Omit<PackVersion, 'cnyFen'>

/** A pack for a million is a slip of the hand. */
export const PACK_LIMITS = { credits: 100_000, minor: 99_999_999 } as const

export function checkPack({ credits, bonus, usdCents: cents, cnyFen }: PackFacts): Problem<PackErrorCode> | undefined {
  const isWithin = (value: number, least: number, most: number) =>
    Number.isInteger(value) && value >= least && value <= most
  const isRight =
    isWithin(credits, 1, PACK_LIMITS.credits) &&
    isWithin(bonus, 0, PACK_LIMITS.credits) &&
    isWithin(cents, 1, PACK_LIMITS.minor) &&
    (cnyFen === null || isWithin(cnyFen, 1, PACK_LIMITS.minor))
  return isRight ? undefined : { code: 'pack-input' }
}

/** What is offered, in the documents' order: stated figures for packs as the documents have them, computed ones for changed ones. */
export function offeredPacks(changed: readonly OfferedPack[]): readonly CreditPack[] {
  if (changed.length === 0) return CREDIT_PACKS
  const versionOf = ({ id }: CreditPack) => changed.find(({ packId }) => packId === id)
  const packs = CREDIT_PACKS.filter((pack) => versionOf(pack)?.isActive ?? true).map((pack) =>
    withVersion(pack, versionOf(pack)),
  )
  const [smallest] = packs
  const isAsStated = (pack: CreditPack) =>
    pack.version === 0 && smallest?.id === CREDIT_PACKS[0]!.id && !smallest.version
  return packs.map((pack) => (isAsStated(pack) ? pack : { ...pack, discount: savingPercent(pack, smallest!) }))
}

function withVersion(pack: CreditPack, changed: OfferedPack | undefined): CreditPack {
  if (!changed) return pack
  const { bonus, version } = changed
  const credits = changed.credits + bonus
  return {
    ...pack,
    version,
    bonus,
    credits,
    price: changed.usdCents / 100,
    pricePerCredit: Math.round(changed.usdCents / credits) / 100,
    features: packFeatures(credits, bonus),
  }
}

/** Rounded down: never more than is true. */
const savingPercent = (pack: CreditPack, smallest: CreditPack): number =>
  Math.max(0, Math.floor(100 - (usdCents(pack) / pack.credits / (usdCents(smallest) / smallest.credits)) * 100))

export const PACK_ERRORS = {
  'pack-input': '请检查积分、赠送积分和价格：积分至少为 1，价格须大于 0',
  'pack-stale': '这个积分包刚刚被修改过，请核对最新内容后再保存',
  'pack-unchanged': '没有任何改动',
  'pack-last': '至少要保留一个在售的积分包',
  'pack-off': '这个积分包已下架',
  'pack-changed': '这个积分包刚刚调整过，请核对后再购买',
} as const
export type PackErrorCode = keyof typeof PACK_ERRORS

export const ADMIN_PACK_TEXTS = {
  intro: '修改后即用于首页和账单页。已下的订单保留当时的价格和积分。',
  loadFailed: '加载积分包失败',
  active: '在售',
  inactive: '已下架',
  facts: '{credits} 积分 · {usd} · {cny}',
  factsWithBonus: '{credits} 积分 + 赠送 {bonus} · {usd} · {cny}',
  noYuan: '不以人民币销售',
  edit: '修改',
  editOf: '修改积分包：{name}',
  credits: '积分',
  bonus: '赠送积分',
  usd: '美元价格',
  cny: '人民币价格（选填）',
  cnyHint: '留空表示不以人民币销售',
  isActive: '在首页和账单页销售',
  reason: '修改原因',
  save: '保存',
  saved: '积分包已更新',
  failed: '更新积分包失败',
  history: '修改记录',
  version: '第 {n} 版',
  stated: '初始内容',
  changedBy: '{at} · {who}',
  gone: '已注销的账户',
} as const
