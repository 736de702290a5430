// The ledger as a person reads it: one line per entry that moved the balance or began a run. A capture moves nothing: its hold is listed.

import { runTitle } from '../history/history.ts'
import { NO_EFFECT, NO_EFFECT_TEXTS } from '../runs/no-effect.ts'
import { COUPON_TEXTS } from './coupons.ts'

/** Entries on a page. */
export const LEDGER_PAGE_SIZE = 20

export interface LedgerLine {
  readonly kind: string
  readonly amount: number
  /** The run that it belongs to; null for what belongs to none, or to one whose record is gone. */
  readonly run: { readonly processType: string; readonly modelKey: string; readonly errorCode: string | null } | null
  /** Written by hand: why an administrator did it, or what was bought. Of what came back: the code of its reason, or nothing. */
  readonly note: string | null
}

export const LEDGER_TEXTS = {
  title: '积分明细',
  lead: '每一笔积分的来去，最新的在前。',
  empty: '还没有积分变动',
  loadMore: '加载更多',
  loadFailed: '加载积分明细失败，请重试',
  balance: '剩余 {n}',
  goneRun: '处理（记录已清除）',
} as const

const KIND_LABELS: Readonly<Record<string, string>> = {
  hold: '消费',
  /** Shown to operators only: it moves nothing. */
  capture: '结算',
  release: '退回',
  reverse: '退回',
  purchase: '购买',
  refund: '退款',
  grant: '赠送',
  adjust: '调整',
  merge: '合并',
}
export const ledgerKindLabel = (kind: string): string => KIND_LABELS[kind] ?? kind

/** Begins the reference of an entry that a code gave. */
export const COUPON_REFERENCE = 'coupon:'

const TITLES: Readonly<Record<string, string>> = {
  reverse: '客服退回',
  purchase: '积分包',
  refund: '积分包退款',
  grant: '注册赠送',
  adjust: '客服调整',
  merge: '合并账户转入',
}

/** What happened: 降噪 · 标准降噪, 失败退回, 积分包. */
export function ledgerTitle({ kind, run, note }: LedgerLine): string {
  if (kind === 'hold') return run ? runTitle(run) : LEDGER_TEXTS.goneRun
  if (kind === 'release' && note === NO_EFFECT) return NO_EFFECT_TEXTS.returnedTitle
  if (kind === 'release') return run?.errorCode === 'processing-cancelled' ? '取消退回' : '失败退回'
  // The sign-up has no note; a code has the name of its campaign.
  if (kind === 'grant' && note) return COUPON_TEXTS.ledgerTitle
  return kind === 'purchase' && note ? note : (TITLES[kind] ?? '其他')
}

/** A run of an unlimited tier costs 0. The sign is the typographic minus. */
export const ledgerAmountText = (amount: number): string =>
  amount < 0 ? `−${-amount}` : amount > 0 ? `+${amount}` : '0'

/** Below the title: the run that credits came back for, or the administrator's reason. */
export function ledgerDetail({ kind, run, note }: LedgerLine): string | undefined {
  const ofRun = run && kind !== 'hold' ? runTitle(run) : undefined
  const reason = kind === 'purchase' || kind === 'release' ? undefined : note
  return [ofRun, reason].filter(Boolean).join(' · ') || undefined
}
