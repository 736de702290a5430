// Texts of the catalogue and of both tool pages (document 2 §2, §4; C-05, C-32, U-03, U-31, U-32).
import { fillText } from '../fill-text.ts'
import type { ToolKey } from '../tools/model.ts'

export const TOOL_PAGE_TEXTS = {
  start: '开始处理',
  processing: '处理中…',
  cancel: '取消',
  save: '保存图片',
  before: '处理前',
  after: '处理后',
  leave: '可以离开本页，处理会继续，结果保存在历史记录中',
} as const

/** What is said of a run that was done, or could not be stopped, when its cancel came (U-32); one that cost nothing says nothing of credits. */
export const cancelledTooLateText = (credits: number): string =>
  credits > 0 ? fillText(`${CANCELLED_TOO_LATE}，消耗 {credits} 积分`, { credits }) : CANCELLED_TOO_LATE
const CANCELLED_TOO_LATE = '未能停止，结果已保存在历史记录中'

export const CATALOGUE_TEXTS = {
  compare: '工具对比',
  otherWays: '其他方式',
  columns: { tool: '工具', credits: '积分', time: '预计时间', useCase: '适合的照片', start: '开始' },
  standard: '标准',
  generative: '生成式',
  search: '搜索工具，例如“降噪”“模糊”',
  noMatch: '没有找到“{text}”，换个说法试试',
  showAll: '显示全部工具',
  found: '找到 {n} 个工具',
} as const

/** The "use case" column of the comparison table, one line per tool. */
export const TOOL_USE_CASES: Readonly<Record<ToolKey, string>> = {
  enhance: '日常照片、插画、截图放大与变清晰',
  'enhance-generative': '严重模糊或很小的图片',
  denoise: '夜里或暗处拍的照片',
  'restore-generative': '有灰尘与划痕的老照片',
  lighting: '曝光不准或偏色的照片',
  sharpen: '轻微失焦或抖动的照片',
  'sharpen-generative': '严重失焦的照片',
}
