// Words of the landing page around the facts of landing.ts (document 1 §2 "Landing page"; U-35, C-19, C-36, C-47).
// Every number comes from the rulebook; nothing is promised that the service does not do.
import { FREE_SIGN_UP_CREDITS } from './credits.ts'
import { CREDITS_NEVER_EXPIRE_TEXT } from './legal.ts'
import { MODELS } from './tools/catalogue.ts'

export const LANDING_TEXTS = {
  headline: '让每一张照片，重新清晰',
  lead: '放大、增强、降噪、锐化、修复老照片、调整光影。上传一张照片，选一个工具，处理前先看到价格，处理后对比满意再下载。',
  tryFree: '免费试用',
  seePricing: '查看价格',
  facts: [`${MODELS.length} 个 AI 模型`, `注册即送 ${FREE_SIGN_UP_CREDITS} 个积分`, CREDITS_NEVER_EXPIRE_TEXT],
  stepsTitle: '三步完成',
  featuresTitle: '功能',
  featuresLead: '按照片的问题选择工具，开始前都会显示所需积分。',
  moreTools: '另有锐化与生成式工具，查看全部工具',
  pricingTitle: '价格',
  pricingLead: `按次使用积分，没有订阅。新用户注册即获得 ${FREE_SIGN_UP_CREDITS} 个免费积分。处理失败或取消不消耗积分。`,
  faqTitle: '常见问题',
  ctaTitle: '现在就试一张照片',
  ctaBody: `免费试用指新账户的 ${FREE_SIGN_UP_CREDITS} 个免费积分，无需付款。`,
} as const

export const LANDING_STEPS = [
  { title: '上传照片', body: '手机拍的、相册里的、扫描的都可以，选择文件或直接拖入。' },
  { title: '选择工具', body: '自动模式无需调整；需要时可以手动微调每一个参数。' },
  { title: '对比并下载', body: '左右滑动对比处理前后，下载原尺寸 PNG，历史记录里随时找回。' },
] as const
