// Words of the back office's pages that no document quotes (document 2 §2).
export const ADMIN_PAGE_TEXTS = {
  /** Shown for a user without a username. */
  noName: '未设置用户名',
  cancel: '取消',
  refresh: '刷新',
  pages: '分页',
  page: '第 {n} 页',
  previousPage: '上一页',
  nextPage: '下一页',
} as const
