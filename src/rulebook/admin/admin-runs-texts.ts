// Words of /admin/runs (ours): runs of everybody, and the page of one.
import { PATHS } from '../site/site-map.ts'

/** In the address of /admin/runs: whose page is shown. */
export const ADMIN_RUN_QUERY = 'run'
export const runPageAddress = (id: string): string => `${PATHS.adminRuns}?${ADMIN_RUN_QUERY}=${id}`

export const ADMIN_RUNS_TEXTS = {
  intro: '按处理编号或错误代码查找任何一次处理。',
  filters: '筛选处理记录',
  search: '搜索处理编号或错误代码',
  clearSearch: '清除搜索',
  status: '处理状态',
  anyStatus: '全部状态',
  clearFilters: '清除筛选',
  total: '共 {n} 次处理',
  empty: '还没有处理记录',
  emptyHint: '用户处理图片后，记录会出现在这里。',
  noMatch: '没有符合条件的处理记录',
  loadFailed: '加载处理记录失败',
  table: '处理记录列表',
  columns: { run: '处理', user: '用户', status: '状态', cost: '积分', time: '时间' },
  open: '查看 {title}',

  back: '返回处理记录',
  pageFailed: '加载这次处理失败',
  facts: '基本信息',
  number: '编号',
  user: '用户',
  service: '服务',
  mode: '模式',
  modes: { auto: '自动', manual: '手动' },
  params: '参数',
  picture: '处理的图片',
  pictureFacts: '{name} · {width} × {height} · {size}',
  resultAsPicture: '{name} 的处理结果 · {width} × {height}',
  pictureGone: '文件已删除',
  result: '结果',
  resultFacts: '{width} × {height}',
  attempts: '尝试次数',
  created: '提交',
  started: '开始',
  ended: '结束',
  took: '用时',
  seconds: '{n} 秒',
  error: '错误',
  none: '无',
  ledger: '积分',
  price: '标价 {n} 积分',
  noEntries: '没有积分变动',
  removed: '用户已从历史中删除',

  again: '免费重新处理',
  againTitle: '免费重新处理？',
  againBody:
    '用同一张原图、同样的模型和参数再处理一次，不扣用户积分。结果会出现在用户的历史记录中。每次处理只能重新处理一次。',
  againReason: '原因',
  againHint: '会记入操作日志。',
  againDone: '已开始重新处理',
  againFailed: '重新处理失败',
  againOf: '已免费重新处理',
  seeAgain: '查看新的处理',
} as const
