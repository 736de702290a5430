// Words of the tool page once a picture is there: the run, its result, pictures that are on the server already (document 2 §2, §4; C-08, C-14,
// U-31, U-32, U-48). They are no part of the page's first load; quoted texts of the documents stand in tool-page.ts and progress.ts.
import { STAGE_TEXTS } from './progress.ts'
import { JOB_ERRORS } from './start-guards.ts'

export const PARAMETER_FIELD_TEXTS = {
  characters: '{n} / {max}',
} as const

export const RUN_TEXTS = {
  stoppedNote: '图片和设置会保留在本页，恢复后无需重新上传。',
  starting: STAGE_TEXTS.submitting,
  startingAgain: '网络不稳定，正在重新提交（不会重复消耗积分）…',
  waitingBefore: '前面还有 {n} 张图片',
  elapsed: '已用时 {time}',
  remaining: '约还需 {time}（按当前进度）',
  cancelTitle: '取消这次处理？',
  cancelBody: '来得及停止，就不消耗积分；如果已经完成或无法停止，结果会保存在历史记录中，照常消耗积分。',
  /** For whom runs cost nothing. */
  cancelBodyFree: '如果已经完成或无法停止，结果会保存在历史记录中。',
  cancelConfirm: '确认取消',
  keepRunning: '继续处理',
  cancelling: '正在取消…',
  lostTitle: '暂时收不到进度',
  lostBody: '恢复连接后会显示最新进度或结果，不会重复消耗积分。',
  reconnect: '重新连接',
  failedTitle: '处理未成功',
  notCharged: '本次没有消耗积分。',
  returned: '本次没有消耗积分，预扣的积分已退回。',
  safeRepeat: '没有收到服务器的答复。再次点击“开始处理”会接着这一次，不会重复消耗积分。',
  /** After `engine-instead`, where the next press agrees (decision 0067): on the tool page alone. */
  agreeByStart: '同意的话，请再次点击“开始处理”。',
  otherPicture: '处理另一张图片',
  slow: '比平时久一些，仍在处理',
  percentTitle: '({percent}%) {title}',
  doneTitle: '✓ 处理完成 · {title}',
  failedInTitle: '✕ 未成功 · {title}',
  notifyMe: '完成后通知我',
  notifyOn: '完成后会通知您',
  notifyDenied: '浏览器未允许通知，可在浏览器设置中开启',
  notifyBody: '{name} · {model}',
  tryAgain: '重新处理',
  signIn: '重新登录',
} as const

/** A run that took this long ends with an email, for those who want one. */
export const LONG_RUN_MS = 60_000

export const RESULT_TEXTS = {
  /** Another provider did the work and reported nothing about the picture. */
  notMeasured: '未检测',
  /** Names what was looked for ("no problem" stood beside cracked prints), and only as far as it is measured: slight noise is not. */
  nothingFound: '没有明显的噪点、模糊或偏暗',
  seeComparison: '见上方对比',
  facts: { found: '原图', size: '像素', file: '文件大小', kept: '文件信息', time: '处理用时', price: '消耗积分' },
  sizes: '{before} → {after}',
  factor: '（{factor} 倍）',
  title: '处理结果',
  asInput: '继续优化',
  otherModel: '换个效果',
  onOriginal: '用原图',
  onResult: '用处理结果',
  startFrom: '处理哪一张',
  history: '查看历史记录',
  pictureOf: '{name} 的处理结果',
  expired: JOB_ERRORS['result-expired'],
  reload: '重新加载',
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
} as const
