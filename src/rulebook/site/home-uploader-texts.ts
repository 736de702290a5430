// Words of the home uploader and of the picture that is carried to the tools (document 1 §2; C-10, C-19, C-36).
import { formatListText, HOME_FORMATS } from '../pictures/image-formats.ts'
import { TRIAL_DAILY_QUOTA, TRIAL_RETENTION_HOURS } from '../pictures/storage-layout.ts'
import { ALTERNATE_MAX_BYTES, HOME_MAX_BYTES, sizeText } from '../pictures/upload.ts'

export const HOME_UPLOADER_TEXTS = {
  label: '选择一张照片开始',
  choose: '选择照片',
  drop: '或把照片拖到这里',
  hint: `支持 ${formatListText(HOME_FORMATS)}，最大 ${sizeText(HOME_MAX_BYTES)}`,
  /** C-11: shown before a larger one is sent. */
  smallerTools: `锐化、生成式增强工具最大 ${sizeText(ALTERNATE_MAX_BYTES)}`,
  visitorNote: `无需登录即可上传，每天 ${TRIAL_DAILY_QUOTA} 张；${TRIAL_RETENTION_HOURS} 小时后自动删除，登录后归入您的账户。`,
  sending: '正在上传 {percent}%',
  cancel: '取消',
  done: '上传成功，正在前往工具列表…',
} as const

export const CARRIED_PICTURE_TEXTS = {
  label: '已选图片',
  hint: '选择下面任一工具，直接处理这张图片',
  largeHint: `选择下面的工具，直接处理这张图片。图片超过 ${sizeText(ALTERNATE_MAX_BYTES)}，不能用于锐化、生成式增强工具。`,
  drop: '移除图片',
} as const
