// Words of the back office's pages that no document quotes (document 2 §2).
export const ADMIN_PAGE_TEXTS = {
  retry: '重试',
  cancel: '取消',
  close: '关闭',
  refresh: '刷新',
  pages: '分页',
  page: '第 {n} 页',
  previousPage: '上一页',
  nextPage: '下一页',
} as const
