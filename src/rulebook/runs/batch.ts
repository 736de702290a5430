// Several pictures one after the other, for tiers with batch_process (document 1 §6; C-03, P-31): how many, and what the page says. Each is a run of
// its own, so that price, failure and history are as for one.
import type { ErrorCode } from '../errors/errors.ts'
import { PATHS } from '../site/site-map.ts'
import { MAX_ACTIVE_JOBS_PER_USER, type StartGuard } from './start-guards.ts'

export const BATCH_MAX_PICTURES = 50
/** One place stays free for a run that is started by hand meanwhile. */
export const BATCH_AT_ONCE = MAX_ACTIVE_JOBS_PER_USER - 1
/** After a refusal that passes by itself. */
export const BATCH_RETRY_MS = 5000

/** Refusals that pass by themselves: the place that a run elsewhere takes, the calls of this minute. */
const PASSING: readonly string[] = ['too-many-jobs', 'rate-limited'] satisfies StartGuard[]
export const willPass = (code: unknown): boolean => PASSING.includes(String(code))

/** What meets one picture would meet all: the batch waits for the person. */
const FOR_ALL: readonly string[] = [
  'login-required',
  'maintenance',
  'emergency-stop',
  'banned',
  'suspended',
  'price-changed',
  // A batch shows nobody what our engine would do in its place; the tool page does.
  'engine-instead',
  'provider-key',
  'provider-quota',
  'daily-limit',
  'upload-daily-limit',
  'upload-storage-limit',
  'insufficient-credits',
  'consent-needed',
  'network-failed',
  'storage-failed',
  'disk-full',
  'not-signed-in',
  'session-expired',
] satisfies ErrorCode[]
export const concernsAll = (code: unknown): boolean => FOR_ALL.includes(String(code))

/** Field of the address that names the model. */
export const BATCH_MODEL_FIELD = 'model'
/** Several pictures through this model. */
export const batchAddress = (modelKey: string): string =>
  `${PATHS.batch}?${new URLSearchParams({ [BATCH_MODEL_FIELD]: modelKey })}`

export const BATCH_TEXTS = {
  lead: '选好工具，放入多张图片。每张图片自动调整，也可以手动设置。',
  sameForAll: '这里的设置对这一批的每张图片都生效。',
  byHand: '这一批使用手动设置',
  sizeNote: '按每张图片自己的尺寸计算；不适合的图片按默认尺寸处理。',
  notAllowed: '您的账户类型不支持一次处理多张',
  notAllowedNote: '一次处理多张适用于{tiers}。您仍可以逐张处理，效果完全一样。',
  oneByOne: '逐张处理',
  tool: '使用的工具',
  add: '选择图片',
  addMore: '继续添加',
  drop: '拖拽多张图片到此处，或点击选择',
  limit: '一次最多 {max} 张，每张不超过 {size}',
  tooMany: '一次最多 {max} 张，已保留前 {max} 张',
  count: '共 {n} 张',
  time: '约需 {time}',
  progress: '已完成 {done} / {n} 张',
  failedCount: '{n} 张未成功',
  start: '开始处理',
  pause: '暂停',
  resume: '继续',
  stop: '全部停止',
  download: '批量下载',
  again: '再来一批',
  remove: '移除',
  removeOf: '移除：{name}',
  retry: '重试',
  retryAll: '全部重试',
  replace: '换一张',
  replaceOf: '换一张：{name}',
  chooseAgain: '重新选择',
  chooseAgainOf: '重新选择：{name}',
  open: '查看对比',
  openOf: '查看对比：{name}',
  retryOf: '重试：{name}',
  reconnectOf: '重新连接：{name}',
  downloadOne: '下载',
  downloadOf: '下载：{name}',
  goesOn: '处理在后台继续，您可以浏览本站的其他页面；请不要关闭这个标签页。',
  paused: '已暂停。正在处理的图片会处理完。',
  list: '这一批图片',
  states: {
    waiting: '等待中',
    uploading: '上传中 {percent}%',
    starting: '正在开始',
    running: '处理中 {percent}%',
    queued: '排队中',
    done: '已完成',
    failed: '未成功',
    stopped: '已停止',
  },
} as const
