// Names inside and of the archives that people download (P-10, U-16; document 2 §2 for the name of a single result).

import { FILE_RETENTION_DAYS } from '../site/retention.ts'

/** `焕影-结果-2026-01-05.zip` */
export const RESULTS_ARCHIVE_NAME = '{product}-结果-{date}.zip'

/** `焕影-我的数据-2026-01-05.zip` */
export const EXPORT_ARCHIVE_NAME = '{product}-我的数据-{date}.zip'

export const EXPORT_FILES = {
  readme: '说明.txt',
  profile: '账户.json',
  history: '处理记录.json',
  credits: '积分明细.json',
  bills: '账单.json',
  refunds: '退款申请.json',
  consents: '同意记录.json',
  originals: '原图',
  results: '结果',
} as const

export const EXPORT_README = [
  '这是您在{product}的账户资料、记录和仍在保存期内的图片，导出于 {date}。',
  '',
  `${EXPORT_FILES.profile}：账户资料、登录方式、通行密钥、已登录的设备、同意条款的记录、安全记录、合并过的账户`,
  `${EXPORT_FILES.history}：每一张上传的图片、每一次处理与每一个分享`,
  `${EXPORT_FILES.credits}：积分的每一次变动`,
  `${EXPORT_FILES.bills}：账单、订单和发票，以及“开放后通知我”的登记时间`,
  `${EXPORT_FILES.refunds}：您的退款申请、原因与结果`,
  `${EXPORT_FILES.consents}：您何时同意把图片发送给哪家服务商，以及何时撤回`,
  `${EXPORT_FILES.originals}、${EXPORT_FILES.results}：仍在保存期内的图片（图片保存 ${FILE_RETENTION_DAYS} 天）`,
  '',
].join('\n')
