// Words of a picture on its way, which a tool page fetches when it is idle (document 2 §4, §5).
import { MAIN_MAX_BYTES, sizeText } from './upload.ts'

export const SENDING_TEXTS = {
  problemOf: '文件：{name}（{size}）',
  oneFile: '一次处理多张适用于{tiers}，已选择第一张',
  cancel: '取消上传',
  retry: '重新上传',
  sent: '已上传 {sent} / {total}',
  checking: '正在检查图片…',
  /** Only what has not come yet is sent then (begun-upload.ts). */
  interrupted: '网络中断，恢复后自动继续上传…',
} as const

/** The way out, below a refusal that the documents word. */
export const UPLOAD_HELP: Readonly<Record<string, string>> = {
  'upload-size-alternate': `标准增强、降噪等工具可以处理 ${sizeText(MAIN_MAX_BYTES)} 以内的图片`,
  'image-too-small': '请换一张图片',
  'storage-failed': '图片没有保存成功，请重新上传',
}
