// Words of the tool page that the documents leave to us and that stand there from the first moment: uploader, panel, price
// (document 2 §2, §4; C-08, C-14, U-31, U-32, U-48). Those of a run and its result, which come later, stand in run-texts.ts, those of a picture on its
// way in sending-texts.ts. Quoted texts of the documents stand in upload.ts, tool-page.ts, progress.ts.
import { fillText } from '../fill-text.ts'
import { UPLOAD_MISSING } from '../pictures/upload.ts'

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
  restoring: '正在恢复上次的图片…',
  privacy: '图片仅您本人可见，{days} 天后自动删除',
  offline: '网络已断开，恢复后可以继续',
  recent: '从历史记录选择',
  sample: '试试示例图片',
  sampleFailed: '示例图片加载失败，请稍后再试',
} as const

export const RUN_PANEL_TEXTS = {
  again: '再次处理',
  usual: '通常约 {time}',
  usualFrom: { history: '根据近 7 天大小相近的图片', measured: '参考' },
  needPicture: UPLOAD_MISSING,
  waitPicture: '正在读取图片',
  moreCredits: '获取积分',
  balance: '剩余 {n} 积分',
  listPrice: '原价 {credits} 积分',
  stopped: 'AI 处理已暂停，恢复后即可开始',
} as const

/** What a run usually takes, in whole seconds: it is no promise. */
export const usualText = (seconds: number): string =>
  fillText(RUN_PANEL_TEXTS.usual, { time: durationText(Math.max(1, Math.round(seconds))) })

/** `1 分 20 秒`, `45 秒`, `3.2 秒`. */
export function durationText(seconds: number): string {
  if (seconds < 10) return `${Number(seconds.toFixed(1))} 秒`
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole} 秒`
  const rest = whole % 60
  return rest === 0 ? `${Math.floor(whole / 60)} 分钟` : `${Math.floor(whole / 60)} 分 ${rest} 秒`
}
