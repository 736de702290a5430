// A person's consent to pictures leaving the operator's machines (PIPL: separate, informed, to be taken back at any time; C-15, decision 0064).
// Whoever receives them is the operator's configuration; what the person reads and agrees to is here, under a version of its own.

/** Rises with every change of what the texts promise: everybody is asked again. */
export const CONSENT_VERSION = '2026-11-28'

/** How long the vendor keeps inputs and results (Topaz contract §1). */
export const VENDOR_RETENTION_DAYS = 7

/** Who receives pictures, as named by the operator. */
export interface Recipient {
  readonly name: string
  /** Country or region, in Chinese. */
  readonly country: string
  /** Contact of the recipient; undefined: through the operator. */
  readonly contact: string | undefined
}

export const CONSENT_ERRORS = {
  'consent-changed': '说明已更新，请重新查看后再同意',
} as const

export const CONSENT_TEXTS = {
  sectionTitle: '图片交由谁处理',
  title: '把图片发送给 {name} 处理？',
  lead: '这项处理由外部服务商完成。您同意后才会发送图片，不同意不影响使用账户和已有结果。',
  terms: [
    { name: '接收方', text: '{name}（{country}）' },
    { name: '联系方式', text: '{contact}' },
    { name: '发送内容', text: '您选择处理的图片与处理设置。不含拍摄位置等附加信息，也不含您的姓名、邮箱和手机号。' },
    { name: '用途', text: '只用于完成您要求的处理' },
    { name: '传输与保存', text: `加密传输；按服务商的说明，最长保存 ${VENDOR_RETENTION_DAYS} 天，之后删除` },
    {
      name: '撤回',
      text: '可随时在“个人资料”中撤回。撤回后不再发送；正在进行的处理会尽量取消，取消成功的会退回积分。',
    },
  ],
  /** Where the operator named no contact of the vendor. */
  throughUs: '请联系本站客服转达',
  agree: '同意',
  agreeAndStart: '同意并开始',
  cancel: '取消',
  loadFailed: '说明加载失败，请重试',
  promptTitle: '开始前需要您的同意',
  prompt: '这项处理会把图片发送给外部服务商。没有您的同意不会发送，也没有消耗积分。',
  promptOpen: '查看说明',
  given: '已同意发送给 {name}（{country}） · {date}',
  notGiven: '图片会发送给 {name}（{country}）处理，您尚未同意',
  open: '查看说明',
  revoke: '撤回同意',
  revokeTitle: '撤回同意？',
  revokeBody:
    '之后的图片不再发送给 {name}。正在进行的处理会尽量取消，取消成功的会退回积分；已完成的结果保留。再次处理前会重新征求您的同意。',
  revoked: '已撤回同意',
  agreed: '已同意，可以开始处理',
} as const
