// Words around a person's own data: what is kept, taking it along, ending the account (U-16; document 1 §9).
import { REFUND_WINDOW_DAYS } from '../credits/refunds.ts'
import { DELETION_GRACE_DAYS, PAYMENT_RETENTION_YEARS } from '../site/retention.ts'

export const OWN_DATA_TEXTS = {
  title: '我的数据',
  aboutLink: '我们保存哪些个人信息、保存多久',
  exportTitle: '导出数据',
  exportBody: '把账户资料、处理记录、积分明细、账单和仍在保存期内的图片打包下载。',
  exportButton: '导出我的数据',
  exportStarted: '开始下载：{n} 个文件，共 {size}',
  exportQuestion: '压缩包里有您的账户资料、记录和仍在保存期内的图片，下载前请确认是您本人。',
  exportConfirm: '导出',
  exportFailed: '导出失败，请重试',
  deleteTitle: '删除账户',
  deleteBody: `申请后保留 ${DELETION_GRACE_DAYS} 天，期间重新登录即可撤销；此后永久删除，无法恢复。`,
  deleteButton: '删除账户',
  dialogTitle: '删除账户？',
  counting: '正在统计…',
  loses: `${DELETION_GRACE_DAYS} 天后将永久删除：`,
  stops: '所有设备会随即退出登录，进行中的处理会尽量停止，已停止的会退回积分。',
  uploads: '{n} 张图片及其全部处理结果',
  records: '{n} 条处理记录',
  credits: '剩余的 {n} 个积分',
  /** For whom that has bought. */
  boughtCredits: `剩余的 {n} 个积分（付款未满 ${REFUND_WINDOW_DAYS} 天的，请先在订单页申请退款；到删除时仍未答复的申请，将自动同意并原路退款）`,
  account: '账户资料与所有登录方式',
  kept: `付款记录依法保留 ${PAYMENT_RETENTION_YEARS} 年。`,
  password: '当前密码',
  noPassword: '您的账户还没有密码。为了安全，只有在刚刚登录后才能删除账户。',
  word: '请输入“{word}”确认',
  confirmWord: '删除账户',
  confirm: '申请删除账户',
  keep: '取消',
  deleted: '账户将于 {time} 永久删除，在此之前重新登录即可撤销',
} as const
