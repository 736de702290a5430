// A result shown to anyone with its address: before and after on one page, for so many days, until its owner ends it (decision 0091).

export const SHARE_PATH = '/s'
export const SHARE_DAYS = [7, 30] as const
export type ShareDays = (typeof SHARE_DAYS)[number]
/** Living shares of one person. */
export const SHARES_MAX = 100

export const SHARE_ERRORS = {
  'share-limit': `最多同时保留 ${SHARES_MAX} 个分享，请先取消不用的分享`,
} as const

/** On the page that guests see. */
export const SHARE_PAGE_TEXTS = {
  title: '处理前后对比',
  description: '拖动滑块，看看照片处理前后的变化。',
  before: '处理前',
  after: '处理后',
  slider: '对比位置',
  size: '{before} → {after} 像素',
  sameSize: '{after} 像素',
  until: '分享有效期至 {date}',
  label: '处理后的图片含人工智能生成合成内容',
  download: '保存图片',
  try: '我也试试',
  home: '前往首页',
  endedTitle: '分享已失效',
  ended: '这个分享已过期或已被取消。如需查看，请联系分享者重新发送。',
  tooMany: '访问过于频繁，请稍后再试',
} as const

/** In the owner's dialog. */
export const SHARE_DIALOG_TEXTS = {
  open: '分享',
  openOf: '分享 {name}',
  all: '我的分享',
  title: '分享处理结果',
  lead: '拿到链接的人无需登录即可查看处理前后对比，搜索引擎不会收录。图片文件到期删除后，链接随之失效。',
  days: '有效期',
  daysOption: '{n} 天',
  allowsDownload: '允许保存处理结果',
  downloadHint: '保存的图片不含拍摄时间、地点和相机信息',
  create: '生成链接',
  copy: '复制链接',
  copied: '链接已复制',
  copyFailed: '复制失败，请长按链接手动复制',
  address: '分享链接',
  until: '有效期至 {date}',
  withDownload: '允许保存',
  withoutDownload: '仅查看',
  revoke: '取消分享',
  revoked: '分享已取消，链接不再可用',
  none: '还没有分享',
  loading: '正在加载分享',
  failed: '分享加载失败',
} as const
