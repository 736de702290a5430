// The legal pages, short form: the facts of document 1 §9 and nothing that the service does not do (U-37; C-14, C-15, C-30, C-36).
// Every number comes from the rulebook.
import { FREE_SIGN_UP_CREDITS } from './credits.ts'
import {
  CREDITS_NEVER_EXPIRE_TEXT,
  CREDITS_NOT_REFUNDABLE_TEXT,
  LIABILITY_CAP_MONTHS,
  PRICES_IN_USD_TEXT,
} from './legal.ts'
import { DEFAULT_PRODUCT_NAME } from './product.ts'
import {
  ACCOUNT_DELETION_DAYS,
  DATA_REQUEST_REPLY_DAYS,
  FILE_RETENTION_DAYS,
  HISTORY_RETENTION_YEARS,
  LOG_RETENTION_DAYS,
  PAYMENT_RETENTION_YEARS,
} from './retention.ts'

export interface LegalSection {
  /** Anchor within the page. */
  readonly id: string
  readonly title: string
  readonly paragraphs: readonly string[]
}

export const LEGAL_TEXTS = {
  lastUpdated: '最后更新：{date}',
  contents: '本页目录',
  seeAlso: '另请参阅',
} as const

export const TERMS_SECTIONS: readonly LegalSection[] = [
  {
    id: 'service',
    title: '服务内容',
    paragraphs: [
      `${DEFAULT_PRODUCT_NAME}提供在线照片处理服务，包括增强、锐化、降噪、老照片修复与光影调整。处理结果由算法生成，生成式工具可能补充原图中不存在的细节。`,
    ],
  },
  {
    id: 'account',
    title: '账户',
    paragraphs: ['使用处理功能需要注册账户。请妥善保管密码，并对账户下的操作负责。'],
  },
  {
    id: 'credits',
    title: '积分与价格',
    paragraphs: [
      `新用户注册即获得 ${FREE_SIGN_UP_CREDITS} 个免费积分。每次处理所需的积分在开始前显示，处理失败、取消或超时不消耗积分。`,
      `${PRICES_IN_USD_TEXT}。${CREDITS_NEVER_EXPIRE_TEXT}。${CREDITS_NOT_REFUNDABLE_TEXT}。`,
    ],
  },
  {
    id: 'content',
    title: '您的图片',
    paragraphs: ['图片的权利属于您。请只上传您有权使用的图片，不得上传违法或侵犯他人权利的内容。'],
  },
  {
    id: 'liability',
    title: '责任限制',
    paragraphs: [`在法律允许的范围内，我们的责任以您最近 ${LIABILITY_CAP_MONTHS} 个月支付的费用为上限。`],
  },
]

export const PRIVACY_SECTIONS: readonly LegalSection[] = [
  {
    id: 'collected',
    title: '我们收集什么',
    paragraphs: ['账户信息（邮箱、用户名）、您上传的图片及处理记录、积分与付款记录，以及用于安全与排障的日志。'],
  },
  {
    id: 'use',
    title: '如何使用',
    paragraphs: ['仅用于提供处理服务、显示您的历史记录、核对积分与保障安全。您只能看到自己的图片，别人也看不到您的。'],
  },
  {
    id: 'retention',
    title: '保存多久',
    paragraphs: [
      `图片（原图、缩略图与结果）保留 ${FILE_RETENTION_DAYS} 天，之后自动删除。处理历史保留 ${HISTORY_RETENTION_YEARS} 年，付款记录保留 ${PAYMENT_RETENTION_YEARS} 年，日志保留 ${LOG_RETENTION_DAYS} 天。`,
      `删除账户后，账户数据在 ${ACCOUNT_DELETION_DAYS} 天内移除。`,
    ],
  },
  {
    id: 'rights',
    title: '您的权利',
    paragraphs: [`您可以请求查看、更正或删除个人数据，我们会在 ${DATA_REQUEST_REPLY_DAYS} 天内答复。`],
  },
  {
    id: 'browser',
    title: '浏览器存储',
    paragraphs: ['我们在浏览器中保存登录状态、应用设置，以及您选择记住的邮箱。页面不加载任何第三方资源。'],
  },
]
