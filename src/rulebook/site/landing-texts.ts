// Words of the landing page around the facts of landing.ts (document 1 §2 "Landing page"; U-35, C-19, C-36, C-47).
// Every number comes from the rulebook; nothing is promised that the service does not do.
import { FREE_SIGN_UP_CREDITS } from '../credits/credits.ts'
import { MODELS } from '../tools/catalogue.ts'
import type { HeroKey } from './landing.ts'
import { CREDITS_NEVER_EXPIRE_TEXT } from './legal.ts'
import { FILE_RETENTION_DAYS } from './retention.ts'

export const LANDING_TEXTS = {
  headline: '让照片重新清晰',
  lead: '放大、增强、降噪、锐化、修复老照片、调整光影。上传一张照片，选一个工具，处理前看到价格，处理后可以对比和下载。',
  tryFree: '免费试用',
  seePricing: '查看价格',
  seeFeatures: '查看全部功能',
  facts: [`${MODELS.length} 个 AI 工具`, `注册即送 ${FREE_SIGN_UP_CREDITS} 个积分`, CREDITS_NEVER_EXPIRE_TEXT],
  stepsTitle: '三步完成',
  featuresTitle: '功能',
  featuresLead: '照片有什么问题，就选什么工具；开始前会显示所需积分。',
  moreTools: '查看全部工具（还有锐化与生成式工具）',
  pricingTitle: '价格',
  pricingLead: `按次使用积分，没有订阅。新用户注册即获得 ${FREE_SIGN_UP_CREDITS} 个免费积分。处理失败、超时或及时取消不消耗积分。`,
  faqTitle: '常见问题',
  ctaTitle: '现在就试一张照片',
  ctaBody: `免费试用指新账户的 ${FREE_SIGN_UP_CREDITS} 个免费积分，无需付款。`,
} as const

export const SAMPLE_TEXTS = {
  before: '原图',
  after: '处理后',
  showBefore: '查看原图',
  showAfter: '查看处理后',
  /** Alternative text: what the picture shows and which of the two it is. */
  picture: '{subject}，{state}',
  /** The form of the documents' caption with what was measured on this picture (decision 0120). */
  enlarged: '示例：放大 {factor} 倍 · {seconds} 秒（宽 {from} → {to} 像素）',
  sameSize: '示例：用时 {seconds} 秒',
  note: '示例原图经过缩小、加噪点或做旧，处理后的图由本站工具生成，用时为实测。图片为 CC0 或公有领域作品。',
} as const

export interface HeroText {
  readonly title: string
  readonly body: string
  readonly points: readonly string[]
  /** What the sample shows, for those who do not see it. */
  readonly subject: string
  readonly start: string
}

export const HERO_TEXTS: Readonly<Record<HeroKey, HeroText>> = {
  'low-resolution': {
    title: '低清照片修复',
    body: '聊天软件压缩过的、旧手机拍的、网上存下来的小图，放大后更清楚。',
    points: ['清理噪点与压缩痕迹', '放大后边缘平滑'],
    subject: '草地上的小猫',
    start: '修复低清照片',
  },
  cgi: {
    title: '动漫与插画增强',
    body: '线条干净利落，色块平整，放大后边缘平滑。',
    points: ['适合动漫、插画、图标', '保留原有画风'],
    subject: '动漫人物的眼睛与头发',
    start: '增强动漫插画',
  },
  'high-fidelity': {
    title: '高保真增强',
    body: '适合专业摄影与相机原片：只轻度清理噪点与压缩痕迹，不添加原图没有的东西。',
    points: ['忠于原图', '适合印刷与展示'],
    subject: '枝头的虎皮鹦鹉',
    start: '增强相机原片',
  },
  'text-refine': {
    title: '文字图片清晰化',
    body: '菜单、文档、截图里的文字，笔画重新分明。',
    points: ['中英文都适用', '笔画清楚，不发虚'],
    subject: '一张茶馆菜单',
    start: '让文字清晰',
  },
  denoise: {
    title: '夜景降噪',
    body: '夜里或暗处拍出的彩色噪点，明显减轻，灯光和轮廓还在。',
    points: ['三档强度可选', '自动判断噪点多少'],
    subject: '旧金山的夜景',
    start: '去除噪点',
  },
  restore: {
    title: '老照片修复',
    body: '扫描的老照片上的灰尘与划痕，自动找出并修补。',
    points: ['无需手动涂抹', '不改变原有颜色'],
    subject: '一张有划痕的旧照片：枝头的鹗',
    start: '修复老照片',
  },
  lighting: {
    title: '光影调整',
    body: '逆光、偏暗、偏色的照片，自动提亮暗部、校正偏色。',
    points: ['曝光、高光、阴影一起调整', '可手动微调'],
    subject: '雪山与湖',
    start: '调整光影',
  },
}

export const LANDING_STEPS = [
  { title: '上传照片', body: '手机拍的、相册里的、扫描的都可以，选择文件或直接拖入。' },
  { title: '选择工具', body: '自动模式不用设置，需要时也可以手动调整。' },
  {
    title: '对比并下载',
    body: `左右滑动对比处理前后，下载完整尺寸的 PNG，${FILE_RETENTION_DAYS} 天内可在历史记录里找回。`,
  },
] as const
