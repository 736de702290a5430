// Words of the shell that no document quotes: navigation for keyboard and screen readers, footer, states of the whole page
// (document 1 §2 "Global navigation bar"; C-23, C-48, U-12, U-50). Quoted ones stand in navigation.ts and product.ts.

export const SHELL_TEXTS = {
  skipToContent: '跳到主要内容',
  home: '返回首页',
  mainNavigation: '主导航',
  userMenu: '用户菜单',
  remainingCredits: '剩余积分',
  register: '免费注册',
  openMenu: '打开菜单',
  closeMenu: '关闭菜单',
  navigating: '页面加载中',
  pageOpened: '已打开页面：{title}',
  announcement: '系统公告',
  accountNotice: '账户状态',
  dismiss: '关闭公告',
} as const

export const FOOTER_TEXTS = {
  slogan: '让照片重新清晰。',
  product: '产品',
  catalogue: '全部 AI 工具',
  privacy: '隐私政策',
  terms: '服务条款',
  release: '版本 {release}',
} as const

export const STATE_TEXTS = {
  offline: '网络已断开，恢复后会自动重新连接',
  maintenanceTitle: '系统维护中',
  maintenanceBody: '网站正在维护，暂时不能使用。正在处理的图片会继续完成；未能完成的，积分自动退回。请稍后再来。',
  notFoundTitle: '没有找到这个页面',
  notFoundBody: '地址可能有误，或页面已移动。您可以从下面的入口继续。',
  errorTitle: '页面出错了',
  errorBody: '很抱歉，页面没有正常显示。已上传的图片和积分不受影响，请刷新重试。',
  reload: '刷新页面',
  toHome: '返回首页',
  toCatalogue: '查看全部 AI 工具',
  /** Basic mode (U-50): what still works and what does not. */
  basicMode: '暂时无法连接服务器：不能登录、处理图片和查看历史记录，其他页面可以正常浏览。',
} as const

/** The developer's info panel: development builds only (document 1 §2; P-25, U-47). */
export const DEVELOPER_TEXTS = {
  title: '开发者信息',
  health: '服务健康',
  healthy: '正常',
  unreachable: '无法连接',
  aiServices: 'AI 服务数量',
  configurationErrors: '配置错误',
  none: '无',
  route: '路由',
} as const
