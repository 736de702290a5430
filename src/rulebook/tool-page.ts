// Texts of the catalogue and of both tool pages (document 2 §2, §4; C-05, C-32, U-03, U-31, U-32).

export const TOOL_PAGE_TEXTS = {
  start: '开始处理',
  processing: '处理中...',
  cancel: '取消',
  download: '下载',
  before: '处理前',
  after: '处理后',
  cancelledButDone: '任务在取消前已完成，结果已保存在历史记录中，并已消耗积分', // U-32
  leave: '可以离开此页面，处理会继续进行，结果保存在历史记录中',
  toCatalogue: '查看全部工具',
} as const

export const CATALOGUE_TEXTS = {
  title: 'AI 工具',
  compare: '功能对比',
  columns: { tool: '功能', credits: '积分', time: '预计时间', useCase: '适用场景', start: '开始' },
  standard: '标准',
  generative: '生成式',
} as const
