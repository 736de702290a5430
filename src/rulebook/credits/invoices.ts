// 发票 for what was paid in yuan (decision 0105): who may ask until when, what a request holds, what may become of it. In other currencies the
// provider sells in its own name and writes the invoice itself.
import { checkEmail, type EmailErrorCode } from '../account/email.ts'
import { lookUp } from '../look-up.ts'
import type { Problem } from '../problem.ts'
import { DAY_MS } from '../site/calendar.ts'
import type { Currency, OrderState } from './orders.ts'

/** Habit in the trade: an order of more than a year ago is in books that are closed. */
export const INVOICE_WINDOW_DAYS = 365
export const INVOICE_TITLE_MAX_CHARACTERS = 100
/** For one order: who was refused may ask again, but not for ever. */
export const INVOICE_ASKS_MAX = 5
/** Requests that are over, which the back office shows below the open ones. */
export const ENDED_INVOICES_SHOWN = 20
/** A file of a fully digital invoice has some 50 kB; in base64 it must fit the bodies of calls. */
export const INVOICE_FILE_MAX_BYTES = 600_000

export const INVOICE_KINDS = ['personal', 'company'] as const
export type InvoiceKind = (typeof INVOICE_KINDS)[number]

/** `red`: written off by a red invoice, after its money went back. */
export const INVOICE_STATES = ['requested', 'issued', 'refused', 'withdrawn', 'red'] as const
export type InvoiceState = (typeof INVOICE_STATES)[number]

const MOVES: Readonly<Record<InvoiceState, readonly InvoiceState[]>> = {
  requested: ['issued', 'refused', 'withdrawn'],
  issued: ['red'],
  refused: [],
  withdrawn: [],
  red: [],
}
export const mayMoveInvoice = (from: InvoiceState, to: InvoiceState): boolean => MOVES[from].includes(to)

/** An order has at most one of these. */
export const STANDING_INVOICE_STATES = ['requested', 'issued'] as const satisfies readonly InvoiceState[]
export const isStandingInvoice = (state: InvoiceState): boolean =>
  STANDING_INVOICE_STATES.some((standing) => standing === state)

export interface InvoiceDetails {
  readonly kind: InvoiceKind
  readonly title: string
  readonly taxNumber: string
  readonly email: string
}

/** As it is stored: without blanks, the number in capitals, and none for a person. */
export const tidyInvoice = ({ kind, title, taxNumber, email }: InvoiceDetails): InvoiceDetails => ({
  kind,
  title: title.trim(),
  taxNumber: kind === 'company' ? taxNumber.replace(/\s/g, '').toUpperCase() : '',
  email: email.trim(),
})

export type InvoiceProblem = Problem<InvoiceErrorCode | EmailErrorCode>

/** The first of tidied details that is wrong. */
export function checkInvoice({ kind, title, taxNumber, email }: InvoiceDetails): InvoiceProblem | undefined {
  if (title === '') return { code: 'invoice-title-missing' }
  if (kind === 'company' && !isTaxNumber(taxNumber)) return { code: 'invoice-tax-number' }
  return checkEmail(email)
}

/** 统一社会信用代码 by its check digit (GB 32100), or an older number of 15 or 20 places. */
export function isTaxNumber(text: string): boolean {
  if (text.length !== 18) return /^([0-9A-Z]{15}|[0-9A-Z]{20})$/.test(text)
  const values = [...text].map((sign) => ALPHABET.indexOf(sign))
  if (values.includes(-1)) return false
  let weight = 1
  let sum = 0
  for (const value of values.slice(0, 17)) {
    sum += value * weight
    weight = (weight * 3) % 31
  }
  return (31 - (sum % 31)) % 31 === values[17]
}
/** Without I, O, S, V and Z. */
const ALPHABET = '0123456789ABCDEFGHJKLMNPQRTUWXY'

/** Twenty digits of a fully digital invoice; eight, or twelve and eight, of older ones. */
export const isInvoiceNumber = (text: string): boolean => /^(\d{20}|\d{8}|\d{12})$/.test(text)
/** As it is stored, however it was copied. */
export const tidyInvoiceNumber = (typed: string): string => typed.replace(/\s/g, '')
export const checkInvoiceNumber = (text: string): Problem<InvoiceErrorCode> | undefined =>
  isInvoiceNumber(text) ? undefined : { code: 'invoice-number' }
/** It may come later, or not at all. */
export const checkInvoiceFile = (file: { readonly size: number } | null): Problem<InvoiceErrorCode> | undefined =>
  file && file.size > INVOICE_FILE_MAX_BYTES ? { code: 'invoice-file' } : undefined

interface InvoicedOrder {
  readonly status: OrderState
  readonly currency: Currency
  readonly paidAt: Date | null
  /** Paid, without what went back or is going back. */
  readonly leftMinor: number
}

/** What stands against asking now. */
export function invoiceProblem(order: InvoicedOrder, now: Date): Problem<InvoiceErrorCode> | undefined {
  const { status, currency, paidAt, leftMinor } = order
  if (status !== 'paid' || !paidAt || currency !== 'CNY' || leftMinor <= 0) return { code: 'invoice-not-possible' }
  const until = paidAt.getTime() + INVOICE_WINDOW_DAYS * DAY_MS
  return now.getTime() > until ? { code: 'invoice-too-late' } : undefined
}

/** By its first bytes; undefined for anything but PDF and OFD, which is a ZIP. */
export function invoiceFileType(bytes: Uint8Array): 'application/pdf' | 'application/ofd' | undefined {
  const begins = (...signature: number[]) => signature.every((byte, i) => bytes[i] === byte)
  if (begins(0x25, 0x50, 0x44, 0x46, 0x2d)) return 'application/pdf'
  return begins(0x50, 0x4b, 0x03, 0x04) ? 'application/ofd' : undefined
}

export const INVOICE_ERRORS = {
  'invoice-not-possible': '这个订单不能申请发票',
  'invoice-too-late': '付款超过一年的订单不能申请发票，请联系客服',
  'invoice-asked-before': '这个订单已申请过发票',
  'invoice-too-many': '这个订单的发票申请次数已满，请联系客服',
  'invoice-title-missing': '请填写发票抬头',
  'invoice-tax-number': '税号不正确，请核对后再提交',
  'invoice-missing': '没有找到这个发票申请',
  'invoice-decided': '这个发票申请已经处理或撤回，请刷新查看',
  'invoice-disputed': '这个订单的付款正在核对，处理完才能开票',
  'invoice-stale': '订单的金额刚刚发生变化，请核对新的金额后再开票',
  'invoice-number': '请填写 20 位发票号码（旧版发票为 8 位或 12 位）',
  'invoice-number-used': '这个发票号码已用于另一个订单',
  'invoice-file': '请上传 PDF 或 OFD 文件，不超过 600 KB',
} as const
export type InvoiceErrorCode = keyof typeof INVOICE_ERRORS

const STATE_LABELS: Readonly<Record<InvoiceState, string>> = {
  requested: '已申请发票',
  issued: '已开票',
  refused: '未开票',
  withdrawn: '已撤回',
  red: '已红冲',
}
export const invoiceStateLabel = (state: string): string => lookUp(STATE_LABELS, state) ?? state
