// What one caller may ask of the service at a time, so that nobody makes it fall for the others. The documents name no numbers here
// except the trial's five pictures (storage-layout.ts); these are ours, and everyday use stays far below them.

/** Bodies that are being received at the same moment. Many people share the address of one office or mobile gateway. */
export const BODIES_AT_ONCE = { perPerson: 8, perNetwork: 64, all: 512 } as const
/** A body that brings less than this over the window is cut off: 1 KB a second, far below what any phone sends. */
export const SLOWEST_BODY = { bytes: 30 * 1024, windowMs: 30_000 } as const
/** A call's JSON: read whole and counted before anything else sees it. */
export const JSON_BODY = { maxBytes: 1_000_000, maxDepth: 32, maxValues: 20_000, timeoutMs: 60_000 } as const
/** Names and values in an address. */
export const QUERY_MAX_PAIRS = 100
/** Live views of runs (document 1 §7): a person's tabs and devices, and everybody behind one address. */
export const STREAMS_AT_ONCE = { perPerson: 10, perNetwork: 50 } as const
/** Archives being downloaded: one, and the next try where nobody noticed yet that the first one's line is dead. */
export const ARCHIVES_AT_ONCE = { perPerson: 2, perNetwork: 20 } as const
/** Pictures that a visitor may try to send in a day, per browser and per network; five of them may succeed (C-36). */
export const TRIAL_DAILY_ATTEMPTS = 20

export const LIMIT_ERRORS = {
  'body-not-json': '请求格式不受支持，请使用 JSON 格式',
  'body-too-complex': '提交的内容过于复杂，请减少后重试',
  'body-too-slow': '网络过慢，提交已中断，请检查网络后重试',
  'too-many-bodies': '正在上传或提交的内容过多，请稍后重试',
  'too-many-streams': '同时打开的页面过多，请关闭一些后重试',
  'too-many-archives': '您正在下载的压缩包过多，请等其中一个下载完成后重试',
  'trial-attempts': '今天尝试上传的次数过多，请登录后继续使用，或明天再试',
  'upload-daily-limit': '今天的上传次数已达上限（每天 {limit} 次），请明天再试',
  'upload-storage-limit': '存储空间不足（上限 {limit}），请先在历史记录中删除不需要的图片',
} as const
export type LimitErrorCode = keyof typeof LIMIT_ERRORS
