// Facts of the landing page (document 1 §2; C-08, C-10 to C-12, C-14, C-17, C-36). The prose around them is the site's (U-35).
import { FREE_SIGN_UP_CREDITS, SMALL_ENLARGEMENT_CREDITS } from '../credits/credits.ts'
import { FAQ_FORMATS_TEXT, formatListText, MAIN_FORMATS } from '../pictures/image-formats.ts'
import { ALTERNATE_MAX_BYTES, HOME_MAX_BYTES, MEGABYTE, RECOMMENDED_MAX_BYTES } from '../pictures/upload.ts'
import { FAQ_TYPICAL_SECONDS } from '../runs/estimates.ts'
import { TOOLS } from '../tools/tool.ts'
import { CREDITS_NEVER_EXPIRE_TEXT } from './legal.ts'
import type { OperatorSlot } from './operator.ts'
import { FILE_RETENTION_DAYS } from './retention.ts'

/** In this order; the short links forward (C-17). */
export const HEROES = [
  { key: 'low-resolution', path: '/ai/enhance/low-resolution' },
  { key: 'cgi', path: '/ai/enhance/cgi' },
  { key: 'high-fidelity', path: '/ai/enhance/high-fidelity' },
  { key: 'text-refine', path: '/ai/enhance/text-refine' },
  { key: 'denoise', path: '/ai/denoise/standard' },
  { key: 'restore', path: '/ai/restore' },
  { key: 'lighting', path: '/ai/lighting/smart' },
] as const
export type HeroKey = (typeof HEROES)[number]['key']

/** Feature grid: 11 in four groups; the badge is the list price of the group's tool. */
export const FEATURE_GROUPS = [
  { tool: 'enhance', features: 5 },
  { tool: 'denoise', features: 3 },
  { tool: 'restore-generative', features: 1 },
  { tool: 'lighting', features: 2 },
] as const

const LARGE_CREDITS = TOOLS.enhance.credits
const { typical, min, max } = FAQ_TYPICAL_SECONDS
/** As the documents' answer writes it. */
const inMegabytes = (bytes: number): string => `${bytes / MEGABYTE}MB`

interface Question {
  readonly key: string
  readonly question: string
  /** What the operator's settings decide stands in a place of theirs. */
  readonly answer: string | { readonly slot: OperatorSlot }
}

export const FAQ: readonly Question[] = [
  {
    key: 'formats',
    question: '支持哪些图片格式？',
    answer: `支持 ${FAQ_FORMATS_TEXT}。增强、降噪、修复与光影工具支持 ${formatListText(MAIN_FORMATS)}；锐化与生成式增强工具支持 JPG、PNG、WebP 等常见格式。`,
  },
  {
    key: 'size',
    question: '图片大小有限制吗？',
    answer: `单张最大 ${inMegabytes(HOME_MAX_BYTES)}，建议小于 ${inMegabytes(RECOMMENDED_MAX_BYTES)}；生成式增强与各种锐化工具单张最大 ${inMegabytes(ALTERNATE_MAX_BYTES)}。`,
  },
  {
    key: 'price',
    question: '处理一张图片需要多少积分？',
    answer: `标准增强：2 倍放大消耗 ${SMALL_ENLARGEMENT_CREDITS} 个积分，4 倍放大消耗 ${LARGE_CREDITS} 个积分，人脸增强消耗 ${LARGE_CREDITS} 个积分（暂不支持时工具页会说明）。其他工具以“开始处理”按钮上显示的积分为准。`,
  },
  {
    key: 'free',
    question: '新用户有免费积分吗？',
    answer: `新用户注册即获得 ${FREE_SIGN_UP_CREDITS} 个免费积分。`,
  },
  { key: 'expiry', question: '积分会过期吗？', answer: `${CREDITS_NEVER_EXPIRE_TEXT}。` },
  {
    key: 'retention',
    question: '图片保存多久？',
    answer: `图片保留 ${FILE_RETENTION_DAYS} 天，之后自动删除。`,
  },
  {
    key: 'time',
    question: '处理需要多长时间？',
    answer: `预计约 ${typical} 秒（${min}–${max} 秒），生成式工具更久一些。`,
  },
  { key: 'support', question: '如何获得帮助？', answer: { slot: 'support' } },
  {
    key: 'payment',
    question: '如何付款？',
    answer: '通过第三方支付平台付款，以美元计价；标有人民币价格的积分包可以用人民币支付。',
  },
  {
    key: 'privacy',
    question: '别人能看到我的图片吗？',
    answer: '不能。您只能看到自己的图片，别人也看不到您的，除非您主动分享；需要由外部服务商处理时，会先征得您的同意。',
  },
]
