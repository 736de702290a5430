// Texts of the before/after view (document 2 §2).
import { UPLOAD_ERRORS } from '../pictures/upload.ts'

export const COMPARE_TEXTS = {
  label: '处理前后对比',
  slider: '滑动对比',
  sideBySide: '并排',
  flash: '按住对比',
  difference: '差异',
  mode: '对比方式',
  handle: '对比滑块',
  handleValue: '左侧 {percent}% 为处理前',
  holdBefore: '按住查看处理前',
  waiting: '处理后的效果将显示在这里',
  zoomIn: '放大',
  zoomOut: '缩小',
  fit: '适合窗口',
  actualSize: '100%',
  doubleSize: '200%',
  fullScreen: '全屏查看',
  leaveFullScreen: '退出全屏',
  zoomLevel: '缩放 {percent}%',
  keys: '键盘：← → 移动滑块，+ − 缩放，0 适合窗口，1 为 100%，2 为 200%，空格按住看处理前，? 查看全部操作',
  sizes: '{state} {width} × {height}',
  sizeUnit: '像素',
  loadingDetail: '正在载入原图细节…',
  broken: `${UPLOAD_ERRORS['image-load-failed']}，请检查网络后重试`,
  gain: '放大倍数',
  gainTimes: '×{gain}',
  differenceNote: '越亮的地方改动越大，全黑表示没有变化；亮度已放大 {gain} 倍，便于看清细微改动。',
  differenceSizesNote: '两张图尺寸不同，处理前已放大到同样大小再比较。',
  help: '操作说明',
  helpClose: '关闭说明',
  actualSizeNote: '100% 时，处理后图片的 1 个像素正好是屏幕的 1 个物理像素；200% 起保留像素方块，不做平滑。',
  picture: '{name}，{state}',
} as const

/** Overlay of the compare view: what to do, and by which keys or gestures. */
export const COMPARE_HELP = [
  { does: '移动滑块', by: '拖动滑块，或按 ← →、[ ]；Shift 加方向键走大步' },
  { does: '缩放', by: '双指捏合，或 + −；先点一下图片，滚轮也能缩放' },
  { does: '放到 100% 再还原', by: '双击图片' },
  { does: '适合窗口 / 100% / 200%', by: '0 / 1 / 2' },
  { does: '移动图片', by: '放大后拖动，或按方向键' },
  { does: '看处理前', by: '按住空格' },
  { does: '换对比方式', by: 'M' },
  { does: '全屏', by: 'F' },
  { does: '打开或关闭本说明', by: '?' },
] as const
