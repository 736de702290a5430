// 一键修复: the recommended tools one after the other, each on the result of the one before (decision 0100). Each is a run of its own, so that price,
// failure, refund and history are as for one; together they have one price, shown before.
import { priceOf } from '../credits/credits.ts'
import type { ModelConfig } from '../tools/model.ts'
import type { Size } from '../tools/output-height.ts'

/** What each step costs. Only enlarging has a price that depends on the size, and nothing before it changes that. */
export const repairPrices = (models: readonly ModelConfig[], { width, height }: Size): number[] =>
  models.map((model) => priceOf(model, { mode: 'auto', inputWidthPx: width, inputHeightPx: height }).credits)

export const REPAIR_TEXTS = {
  lead: '上传一张照片，自动找出问题，按合适的顺序依次处理。',
  measuring: '正在分析这张照片…',
  unmeasured: '这张照片暂时无法分析，请换一张，或在工具列表中自己选择工具。',
  cleanNote: '照片有划痕等其他瑕疵时，可以在工具列表中自己选择工具。',
  steps: '将依次处理',
  total: '共 {credits} 积分',
  time: '约需 {time}',
  timeLeft: '约还需 {time}',
  start: '开始修复 · {credits} 积分',
  startFree: '开始修复',
  resume: '继续',
  stop: '停止',
  more: '获取积分',
  retry: '重试这一步',
  skip: '跳过这一步',
  note: '不需要的步骤可以取消勾选。每完成一步才消耗这一步的积分，未完成的步骤不消耗。',
  noteFree: '不需要的步骤可以取消勾选。',
  goesOn: '请不要关闭这个标签页，否则做完当前这一步就会停下。',
  lostNote: '这一步仍在处理，成功后才消耗积分。重新连接只是继续查看，不会重复消耗。',
  lostNoteFree: '这一步仍在处理。重新连接只是继续查看。',
  states: {
    waiting: '等待中',
    queued: '排队中',
    running: '处理中 {percent}%',
    done: '已完成',
    failed: '未成功',
    stopped: '已停止',
  },
  noEffect: '效果不明显，积分已退回',
  finished: '修复完成',
  going: '正在修复',
  stoppedAt: '停在“{name}”，前面的结果已保留',
  stoppedAtFirst: '停在“{name}”',
  lostAt: '“{name}”仍在处理',
  download: '保存图片',
  history: '查看历史记录',
  another: '再修一张',
  tools: '自己选择工具',
  link: '一键修复',
  linkNote: '依次完成以上 {n} 步，共 {credits} 积分',
  /** For whom runs cost nothing. */
  linkNoteFree: '依次完成以上 {n} 步',
} as const
