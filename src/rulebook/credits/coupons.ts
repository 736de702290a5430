// Codes that give credits (decision 0107): how they look, how many are made at once, what stands against one.
import { fillText } from '../fill-text.ts'
import type { Problem } from '../problem.ts'
import { DAY_MS } from '../site/calendar.ts'

/** Without signs that look alike: I, L, O, U, 0 and 1. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_LENGTH = 12
const GROUP_LENGTH = 4
export const COUPON_LIMITS = { codes: 1000, usesPerCode: 100_000, credits: 10_000, nameLength: 40, days: 366 } as const
/** Tries of one person in an hour: guessing one of 30¹² codes is hopeless, and this keeps it quiet. */
export const COUPON_TRIES = { max: 10, windowMs: 3_600_000 } as const

/** From `CODE_LENGTH` random bytes. */
export const couponCodeOf = (bytes: Uint8Array): string =>
  [...bytes.slice(0, CODE_LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')
export const COUPON_BYTES = CODE_LENGTH

/** `ABCD-EFGH-JKMN`, for eyes. */
export const shownCoupon = (code: string): string =>
  code.match(new RegExp(`.{1,${GROUP_LENGTH}}`, 'g'))?.join('-') ?? ''
/** As it is stored, whatever was typed. */
export const tidyCoupon = (typed: string): string => typed.toUpperCase().replace(/[^0-9A-Z]/g, '')

export interface NewCouponBatch {
  readonly name: string
  readonly credits: number
  readonly codes: number
  readonly usesPerCode: number
  /** The moment after the last one; absent: they do not end. */
  readonly endsAt?: Date | undefined
}

const isWithin = (value: number, max: number): boolean => Number.isInteger(value) && value >= 1 && value <= max
/** The fields of figures and their largest values. */
export const COUPON_FIGURES = ['credits', 'codes', 'usesPerCode'] as const
export const COUPON_FIELDS = ['name', ...COUPON_FIGURES, 'endsAt'] as const
export type CouponField = (typeof COUPON_FIELDS)[number]

/** What is wrong with a field; undefined where nothing is. A campaign ends within a year: a date that was mistyped would keep its codes good for ever. */
export function checkCouponField(batch: NewCouponBatch, field: CouponField, now: Date): string | undefined {
  if (field === 'name') return batch.name.trim() === '' ? ADMIN_COUPON_TEXTS.nameMissing : undefined
  if (field === 'endsAt') return endsInTime(batch, now) ? undefined : ADMIN_COUPON_TEXTS.endsTooLate
  const max = COUPON_LIMITS[field]
  return isWithin(batch[field], max) ? undefined : fillText(ADMIN_COUPON_TEXTS.figure, { max: figureText(max) })
}

/** Today and so many days. */
const endsInTime = ({ endsAt }: NewCouponBatch, now: Date): boolean =>
  !endsAt || endsAt.getTime() - now.getTime() <= (COUPON_LIMITS.days + 1) * DAY_MS

/** `10,000`. */
export const figureText = (value: number): string => value.toLocaleString('en')

export function checkCoupons(batch: NewCouponBatch, now: Date): Problem<CouponErrorCode> | undefined {
  const isWrong = COUPON_FIELDS.some((field) => checkCouponField(batch, field, now) !== undefined)
  return isWrong ? { code: 'coupon-input' } : undefined
}

export const COUPON_ERRORS = {
  'coupon-unknown': '兑换码不存在，请核对后再试',
  'coupon-over': '兑换码已过期或已停用，请向发放方确认',
  'coupon-used-up': '兑换码已被用完，请向发放方确认',
  'coupon-used-before': '您已参加过这个活动，每人限兑一次',
  'coupon-too-many-tries': '尝试次数过多，请一小时后再试',
  'coupon-input': '请检查名称、积分、数量、每码可用次数和截止日期',
  'coupon-missing': '没有找到这批兑换码',
} as const
export type CouponErrorCode = keyof typeof COUPON_ERRORS

export const COUPON_TEXTS = {
  title: '兑换码',
  lead: '有兑换码？在这里兑换积分。',
  field: '兑换码',
  redeem: '兑换',
  redeemed: '已兑换，{credits} 积分已到账',
  ledgerTitle: '兑换码',
} as const

export const ADMIN_COUPON_TEXTS = {
  intro: '批量生成兑换码，每人每批限兑一次。兑换会写入用户的积分明细。',
  loadFailed: '加载兑换码失败',
  empty: '还没有兑换码',
  list: '已生成的兑换码',
  form: '生成兑换码',
  name: '活动名称',
  nameHint: '用户会在积分明细中看到',
  nameMissing: '请输入活动名称',
  figure: '请输入 1 到 {max} 之间的整数',
  most: '1–{max}',
  credits: '每次兑换的积分',
  codes: '兑换码数量',
  usesPerCode: '每码可用次数',
  usesHint: '1–{max}；1 为一码一次，更大的数适合公开发放的一个码',
  endsOn: '截止日期（选填）',
  endsHint: '一年以内',
  endsTooLate: '截止日期请选在一年以内',
  submit: '生成并下载',
  made: '已生成 {n} 个兑换码',
  failed: '生成兑换码失败',
  facts: '每次 {credits} 积分 · {codes} 个码 · 每码 {uses} 次',
  used: '已兑换 {n} 次，共 {credits} 积分',
  ends: '{at} 截止',
  endless: '无截止日期',
  stopped: '已停用',
  created: '{at} 生成',
  download: '下载兑换码',
  downloadOf: '下载兑换码：{name}',
  stop: '停用',
  stopOf: '停用：{name}',
  stopTitle: '停用这批兑换码？',
  stopBody: '还没有兑换的码随即失效，已兑换的积分不变。此操作无法撤销。',
  stopReason: '停用原因',
  stoppedNow: '已停用',
  stopFailed: '停用失败',
} as const
