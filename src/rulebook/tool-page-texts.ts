// Further words of the tool page that the documents leave to us: uploader, price, progress, result, compare view
// (document 2 §2, §4; C-08, C-14, U-31, U-32, U-48). Quoted texts of the documents stand in upload.ts, tool-page.ts, progress.ts.
import { STAGE_TEXTS } from './progress.ts'
import { JOB_ERRORS, START_GUARD_ERRORS } from './start-guards.ts'

const UPLOAD_HINT = '支持 {list}，最大 {size}'

export const UPLOADER_TEXTS = {
  label: '上传图片',
  main: '拖拽图片到此处，或点击选择',
  touch: '点击选择图片，或直接拍照',
  paste: '也可以直接粘贴剪贴板中的图片',
  dropNow: '松开鼠标即可上传',
  mainHint: UPLOAD_HINT,
  camera: '拍照',
  choose: '选择图片',
  cancelUpload: '取消上传',
  retry: '重新上传',
  oneFile: '一次只能处理一张图片，已选择第一张',
  sent: '已上传 {sent} / {total}',
  checking: '正在检查图片…',
  restoring: '正在恢复上次的图片…',
  privacy: '图片仅您本人可见，{days} 天后自动删除',
  offline: '网络已断开，恢复后可以继续',
  recent: '从历史记录选择',
  sample: '试试示例图片',
  sampleFailed: '示例图片没有载入，请稍后再试',
} as const

/** Choosing a picture that is on the server already. */
export const RECENT_PICTURE_TEXTS = {
  title: '从历史记录选择',
  intro: '选择最近上传的原图或处理结果，无需重新上传。',
  original: '原图',
  result: '处理结果',
  choose: '{kind}：{name}，{size} 像素',
  empty: '还没有可用的图片',
  emptyHint: '上传的图片和处理结果会保留 {days} 天，并显示在这里。',
  more: '显示更多',
  close: '关闭',
} as const

export const RUN_PANEL_TEXTS = {
  starting: STAGE_TEXTS.submitting,
  waitingBefore: '前面还有 {n} 个任务',
  elapsed: '已用时 {time}',
  usual: '通常需要约 {time}',
  cancelTitle: '取消当前处理任务？',
  cancelBody: '停止后本次不消耗积分。如果任务恰好已经完成，结果会保存在历史记录中并计费。',
  cancelConfirm: '确认取消',
  keepRunning: '继续处理',
  cancelling: '正在取消…',
  lostTitle: '暂时收不到进度',
  lostBody: '任务仍在服务器上继续，恢复连接后会显示结果。',
  reconnect: '重新连接',
  failedTitle: '处理没有完成',
  notCharged: '本次没有消耗积分。',
  returned: '本次没有消耗积分，预扣的积分已退回。',
  safeRepeat: '没有收到服务器的答复。再次点击会继续同一次提交，不会重复扣费。',
  otherPicture: '处理另一张图片',
  needPicture: START_GUARD_ERRORS['upload-missing'],
  waitPicture: '正在读取图片',
  buyCredits: '购买积分',
  balance: '剩余 {n} 积分',
  listPrice: '原价 {credits} 积分',
  outputSize: '结果约 {width} × {height} 像素（{factor} 倍）',
  outputSmaller: '低于原图高度，结果会缩小',
  stopped: 'AI 处理已暂停，恢复后即可开始',
  stoppedNote: '图片和参数会保留在本页，恢复后无需重新上传。',
  slow: '比平时久一些，仍在处理',
  percentTitle: '({percent}%) {title}',
  doneTitle: '✓ 处理完成 · {title}',
  failedInTitle: '✕ 未完成 · {title}',
  notifyMe: '完成后通知我',
  notifyOn: '完成后会通知您',
  notifyDenied: '浏览器未允许通知，可在浏览器设置中开启',
  notifyBody: '{name} · {model}',
  tryAgain: '重新处理',
  unavailable: '暂不可用：{reason}',
  signIn: '重新登录',
  characters: '{n} / {max}',
  none: '未设置',
} as const

export const RESULT_TEXTS = {
  /** Another provider did the work and told nothing about the picture. */
  notMeasured: '未检测',
  facts: { found: '原图', size: '像素', file: 'PNG 大小', time: '处理用时', price: '消耗积分', engine: '处理引擎' },
  sizes: '{before} → {after}',
  factor: '（{factor} 倍）',
  title: '处理结果',
  asInput: '继续处理结果',
  otherModel: '换一个模型再试',
  onOriginal: '用原图',
  onResult: '用处理结果',
  startFrom: '处理哪一张',
  history: '查看历史记录',
  again: '再次处理',
  pictureOf: '{name} 的处理结果',
  expired: JOB_ERRORS['result-expired'],
  reload: '重新加载',
} as const

/** `1 分 20 秒`, `45 秒`, `3.2 秒`. */
export function durationText(seconds: number): string {
  if (seconds < 10) return `${Number(seconds.toFixed(1))} 秒`
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole} 秒`
  const rest = whole % 60
  return rest === 0 ? `${Math.floor(whole / 60)} 分钟` : `${Math.floor(whole / 60)} 分 ${rest} 秒`
}
