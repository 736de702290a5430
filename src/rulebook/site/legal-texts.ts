// The legal pages: the facts of document 1 §9 and nothing that the service does not do (U-37; C-14, C-15, C-30, C-36).
// Every number comes from the rulebook.
import { FREE_SIGN_UP_CREDITS } from '../credits/credits.ts'
import { REFUND_TERMS_TEXT } from '../credits/refund-texts.ts'
import { FAQ_FORMATS_TEXT } from '../pictures/image-formats.ts'
import { TRIAL_DAILY_QUOTA, TRIAL_RETENTION_HOURS } from '../pictures/storage-layout.ts'
import { HOME_MAX_BYTES, sizeText } from '../pictures/upload.ts'
import {
  CREDITS_NEVER_EXPIRE_TEXT,
  CREDITS_NOT_REFUNDABLE_TEXT,
  LIABILITY_CAP_MONTHS,
  PRICES_IN_CNY_TEXT,
  PRICES_IN_USD_TEXT,
} from './legal.ts'
import type { OperatorSlot } from './operator.ts'
import { DEFAULT_PRODUCT_NAME } from './product.ts'
import {
  ACCOUNT_DELETION_DAYS,
  DATA_REQUEST_REPLY_DAYS,
  DELETION_GRACE_DAYS,
  FILE_RETENTION_DAYS,
  HISTORY_RETENTION_YEARS,
  LOG_RETENTION_DAYS,
  OPERATOR_LOG_RETENTION_DAYS,
  PAYMENT_RETENTION_YEARS,
} from './retention.ts'

export interface LegalSection {
  /** Anchor within the page. */
  readonly id: string
  readonly title: string
  readonly paragraphs: readonly string[]
  /** A last paragraph that the operator's settings decide. */
  readonly slot?: OperatorSlot
}

export const LEGAL_TEXTS = {
  lastUpdated: '最后更新：{date}',
  termsSince: '其后修订：退款 {refunds} · 价格 {prices} · 积分自动退回、免登录试看与重新确认 {clarified}',
  privacySince: '其后修订：分享与微信登录 {sharing} · 后台日志与浏览器存储 {clarified}',
  contents: '本页目录',
  seeAlso: '另请参阅',
} as const

export const TERMS_SECTIONS: readonly LegalSection[] = [
  {
    id: 'service',
    title: '服务内容',
    paragraphs: [
      `${DEFAULT_PRODUCT_NAME}提供在线照片处理服务，包括增强、锐化、降噪、老照片修复与光影调整。处理结果由算法生成，生成式工具可能补充原图中不存在的细节。`,
      `支持 ${FAQ_FORMATS_TEXT} 等格式，单张图片最大 ${sizeText(HOME_MAX_BYTES)}，各工具的限制以工具页为准。处理时间为估计，实际可能更长或更短。`,
      '我们会尽力保持服务可用。维护、故障或不可抗力可能造成暂时中断；中断期间未完成的处理不消耗积分。',
    ],
  },
  {
    id: 'ai-label',
    title: 'AI 生成标识',
    paragraphs: [
      '处理结果属于人工智能生成合成内容。按照《人工智能生成合成内容标识办法》与 GB 45438-2025，我们在每张处理结果的文件信息（XMP）中写入一段看不见的标识（隐式标识），说明图片由 AI 生成、由哪个服务生成以及本次处理的编号，不含您的个人信息。',
      '原图已带有此类标识时，我们会保留原标识，并另外注明图片经过本站。部分工具的结果可能在画面边角显示“AI 生成”字样。',
      '请您阅读并理解上述标识方法。通过分享链接或其他方式公开传播处理结果时，您应主动声明其为 AI 生成合成内容；任何人不得恶意删除、篡改、伪造或隐匿标识。',
    ],
  },
  {
    id: 'account',
    title: '账户',
    paragraphs: [
      '使用处理功能需要注册账户。请提供您本人可用的邮箱，妥善保管密码，并对账户下的操作负责。发现账户被他人使用时，请尽快修改密码并联系客服。',
      `未登录也可以上传图片（每天最多 ${TRIAL_DAILY_QUOTA} 张，${TRIAL_RETENTION_HOURS} 小时后删除），查看建议并免费试看局部效果；处理整张图片需要登录。`,
      '您可以随时在个人资料中导出数据或删除账户。账户被用于违法行为或滥用服务时，我们可以暂停或封禁账户；您可以联系客服了解原因。',
    ],
  },
  {
    id: 'credits',
    title: '积分与价格',
    paragraphs: [
      `新用户注册即获得 ${FREE_SIGN_UP_CREDITS} 个免费积分。每次处理所需的积分在开始前显示，处理失败、超时或及时取消的，不消耗积分；已经来不及取消的，按显示的积分消耗。本站检测到处理前后几乎没有变化的，积分自动退回（每天有次数上限）。`,
      `${PRICES_IN_USD_TEXT}；${PRICES_IN_CNY_TEXT}。${CREDITS_NEVER_EXPIRE_TEXT}。${CREDITS_NOT_REFUNDABLE_TEXT}。${REFUND_TERMS_TEXT}`,
      '删除账户时，剩余积分随之失效；还能退款的，请在删除前申请退款。',
      '付款由第三方支付平台处理，我们不接触、也不保存您的银行卡信息。',
    ],
  },
  {
    id: 'content',
    title: '您的图片',
    paragraphs: [
      '图片及其处理结果的权利属于您。我们只为提供您要求的处理而使用图片，不用于训练模型，不对外展示。',
      '请只上传您有权使用的图片，不得上传违法或侵犯他人权利的内容，也不得利用本服务伪造证件、欺诈或冒充他人。',
    ],
  },
  {
    id: 'liability',
    title: '责任限制',
    paragraphs: [
      '请保留重要照片的原件。处理结果仅供参考，不应作为司法、医疗或身份鉴定的依据。',
      `在法律允许的范围内，我们的责任以您最近 ${LIABILITY_CAP_MONTHS} 个月支付的费用为上限。`,
    ],
  },
  {
    id: 'changes',
    title: '条款变更与联系',
    paragraphs: ['条款有重大变更时，我们会在网站上公告，并在您下次使用时请您重新确认；确认之前不能继续使用。'],
    slot: 'termsQuestions',
  },
]

export const PRIVACY_SECTIONS: readonly LegalSection[] = [
  {
    id: 'collected',
    title: '我们收集什么',
    paragraphs: [
      '账户信息（邮箱、绑定的手机号、用户名、头像；用微信登录时为微信昵称）、您上传的图片及处理记录、积分与付款记录，以及用于保障安全和排查故障的日志。',
      '我们不保存密码本身，只保存由它算出、无法还原的校验值。我们不收集通讯录，也不定位您；照片自带的拍摄地点随原图保存，到期删除。逐项清单见“个人信息说明”。',
    ],
  },
  {
    id: 'use',
    title: '如何使用',
    paragraphs: [
      '仅用于提供处理服务、显示您的历史记录、核对积分与保障安全。您只能看到自己的图片；您的图片只有您自己能看到，除非您主动分享。',
      '图片不用于训练模型，不用于广告，不出售。处理由外部服务商完成时，图片会加密传输给该服务商，仅用于本次处理；第一次发送前会告知服务商及其所在国家或地区，经您同意后才发送，您可以随时撤回。其他处理只在本站服务器上进行。',
    ],
  },
  {
    id: 'retention',
    title: '保存多久',
    paragraphs: [
      `图片（原图、缩略图与结果）保留 ${FILE_RETENTION_DAYS} 天，之后自动删除。处理记录保留 ${HISTORY_RETENTION_YEARS} 年，付款记录保留 ${PAYMENT_RETENTION_YEARS} 年，日志保留 ${LOG_RETENTION_DAYS} 天，其中后台操作日志保留 ${OPERATOR_LOG_RETENTION_DAYS} 天。`,
      `未登录试用的图片保留 ${TRIAL_RETENTION_HOURS} 小时。您删除的图片随即从历史记录中消失，文件最迟在次日凌晨清除。`,
      `申请删除账户后有 ${DELETION_GRACE_DAYS} 天可以撤销，重新登录即可；账户数据在撤销期满后移除，最迟在申请后 ${ACCOUNT_DELETION_DAYS} 天内。`,
    ],
  },
  {
    id: 'security',
    title: '如何保护',
    paragraphs: [
      '图片和处理结果只能通过短时间内有效、无法猜到的链接打开；请不要把下载链接转发给他人。您自己分享的处理结果，持有分享链接的人在有效期内可以查看，您可以随时取消分享。修改密码后，所有设备都需要重新登录。',
    ],
  },
  {
    id: 'rights',
    title: '您的权利',
    paragraphs: [
      '您可以在个人资料中查看、更正、导出数据或删除账户，在历史记录中删除图片。',
      `您可以请求查看、更正或删除个人数据，我们会在 ${DATA_REQUEST_REPLY_DAYS} 天内答复。`,
    ],
  },
  {
    id: 'browser',
    title: '浏览器存储',
    paragraphs: [
      '我们在浏览器中保存登录状态、应用设置、您选择记住的邮箱和正在处理的图片信息，并用 Cookie 识别您常用的浏览器，详见“个人信息说明”。页面不加载任何第三方资源。',
    ],
  },
  {
    id: 'minors',
    title: '未成年人',
    paragraphs: ['未满十四周岁的未成年人请在监护人同意并陪同下使用。监护人可以随时联系客服删除相关数据。'],
  },
]
