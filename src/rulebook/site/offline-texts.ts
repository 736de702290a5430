// Words of the installed app: offline page, new version, pictures shared by the phone. No document quotes them.
import { DEFAULT_PRODUCT_NAME } from './product.ts'

export const OFFLINE_TEXTS = {
  title: '网络已断开',
  body: '现在打不开这个页面。已提交的处理会在服务器上继续，恢复网络后即可查看结果。',
  documentTitle: `网络已断开 · ${DEFAULT_PRODUCT_NAME}`,
} as const

export const NEW_VERSION_TEXTS = {
  message: '有新版本，刷新即可使用',
} as const

/** Address of the share target: answered by the service worker, or forwarded by the server where none runs. */
export const SHARE_TARGET_PATH = '/share-picture'
/** Form field in which the phone sends the picture. */
export const SHARE_FIELD = 'picture'
/** Query of the catalogue after a picture was shared; its value says how it went. */
export const SHARE_QUERY = 'shared'

export const SHARE_TEXTS = {
  received: '已收到分享的图片，选择一个工具即可处理',
  /** On a tool page, above the place of its picture. */
  offered: '收到分享的图片：{name}',
  use: '使用这张图片',
  leave: '取消',
  failed: '没有收到图片，请在工具页面重新选择',
} as const
