// What is read about 发票 (decision 0105; wording ours): the buyer's order page and emails, the operator's list.
import { fillText, type TextData } from '../fill-text.ts'
import type { InvoiceKind, InvoiceState } from './invoices.ts'

export const INVOICE_KIND_LABELS: Readonly<Record<InvoiceKind, string>> = { personal: '个人', company: '单位' }

export const INVOICE_TEXTS = {
  title: '发票',
  offer: '可以申请电子发票，金额 {amount}。',
  ask: '申请发票',
  kind: '抬头类型',
  name: '发票抬头',
  personName: '个人姓名，或填“个人”',
  companyName: '单位全称，与营业执照一致',
  taxNumber: '税号',
  taxNumberHint: '统一社会信用代码，一般为 18 位',
  email: '接收邮箱',
  content: '发票金额 {amount}，开具后在本页显示号码，有文件时可以下载。',
  send: '提交申请',
  cancel: '取消',
  withdraw: '撤回申请',
  asked: '已提交发票申请',
  withdrawn: '已撤回发票申请',
  facts: '{kind} · {title}',
  number: '发票号码 {number}',
  refusal: '原因：{reason}',
  download: '下载发票',
  downloadFailed: '下载发票失败',
  /** Name of the file that a person keeps. */
  filename: '发票-{number}',
  billAction: '发票：{bill}',
} as const

/** On the order page, by state; that of a refusal only while it may still be asked for. */
export const INVOICE_STATE_TEXTS: Readonly<Partial<Record<InvoiceState, string>>> = {
  requested: '一般在 3 个工作日内开具，结果显示在本页。处理前可以撤回。',
  issued: '发票金额 {amount}。',
  refused: '可以修改后重新申请。',
  red: '款项退回后，这张发票已红冲作废。',
}

const EMAILS = {
  issued: {
    subject: '{product}：发票已开具',
    text: '您好！\n\n“{pack}”的发票已开具。\n抬头：{title}\n金额：{amount}\n发票号码：{number}\n\n在订单页查看：\n{link}',
  },
  refused: {
    subject: '{product}：发票没有开具',
    text: '您好！\n\n“{pack}”的发票没有开具。\n原因：{reason}\n\n如果还可以申请，请在订单页修改后重新提交：\n{link}',
  },
  red: {
    subject: '{product}：发票已红冲',
    text: '您好！\n\n“{pack}”的款项已退回，对应的发票（号码 {number}）已红冲作废，红字发票号码 {redNumber}。\n\n在订单页查看：\n{link}',
  },
} as const
export type InvoiceEmailKind = keyof typeof EMAILS

export const invoiceEmail = (kind: InvoiceEmailKind, data: TextData) => ({
  subject: fillText(EMAILS[kind].subject, data),
  text: fillText(EMAILS[kind].text, data),
})

export const ADMIN_INVOICE_TEXTS = {
  title: '发票申请',
  lead: '待开票的在前，其后是最近处理过的。先在电子税务局开票，再回来填写号码。',
  loadFailed: '加载发票申请失败',
  facts: '{pack} · {amount}',
  party: '{kind}：{title}',
  taxNumber: '税号 {number}',
  email: '接收邮箱 {email}',
  number: '发票号码 {number}',
  redNumber: '红字发票号码 {number}',
  decision: '处理说明：{reason}',
  asked: '{name} 于 {at} 申请',
  orderNumber: '订单号 {number}',
  gone: '账户已删除',
  needsRed: '款项已退回 {amount}，需要红冲',
  issue: '填写发票',
  refuse: '不开票',
  redden: '填写红字发票',
  issueOf: '填写发票：{title}',
  refuseOf: '不开票：{title}',
  reddenOf: '填写红字发票：{title}',
  issueTitle: '填写发票',
  issueBody: '{title}，金额 {amount}。保存后显示在用户的订单页。',
  numberLabel: '发票号码',
  file: '发票文件（选填）',
  clearFile: '移除文件',
  fileHint: 'PDF 或 OFD，不超过 600 KB。不上传时，用户只看到号码。',
  save: '保存',
  reddenTitle: '填写红字发票',
  reddenBody: '{title} 的发票 {number} 红冲后，填写红字发票的号码。',
  redLabel: '红字发票号码',
  refuseTitle: '不开票？',
  refuseBody: '原因会显示给用户。',
  refuseReason: '原因',
  issued: '已保存',
  refused: '已记录',
  red: '已记录红字发票',
  failed: '处理发票申请失败',
} as const
