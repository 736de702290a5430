// Titles of the pages in the browser's tab, and what search engines read (document 1 §2; document 2 §2).
import { DEFAULT_PRODUCT_NAME } from './product.ts'
import type { PageKind } from './site-map.ts'

export const PAGE_TITLES: Readonly<Record<Exclude<PageKind, 'landing' | 'model-page' | 'processing-page'>, string>> = {
  login: '登录',
  register: '注册',
  callback: '正在登录',
  'forgot-password': '忘记密码',
  'reset-password': '重置密码',
  'terms-of-service': '服务条款',
  'privacy-policy': '隐私政策',
  'personal-information': '个人信息说明',
  'profile-info': '个人资料',
  'profile-history': '历史记录',
  'profile-merge': '合并账户',
  'profile-billing': '积分管理',
  'profile-order': '订单',
  catalogue: '全部 AI 工具',
  batch: '一次处理多张',
  repair: '一键修复',
  'admin-dashboard': '管理后台',
  'admin-users': '用户管理',
  'admin-orders': '订单与发票',
  'admin-runs': '处理记录',
  'admin-coupons': '兑换码',
  'admin-packs': '积分包',
  'admin-credit-pool': '积分池',
  'admin-stats': '统计',
  'admin-settings': '系统设置',
  'admin-logs': '操作日志',
  'unknown-model': 'Unknown Model',
  'not-found': '页面不存在',
}

export const LANDING_TITLE = `${DEFAULT_PRODUCT_NAME}：AI 照片修复与增强`
export const SITE_DESCRIPTION =
  '在线放大、增强、降噪、锐化照片，修复老照片，调整光影。处理前显示价格，处理后可对比、可下载。'

/** `登录 · 焕影`; without a title the landing's own. */
export const documentTitle = (title?: string): string => (title ? `${title} · ${DEFAULT_PRODUCT_NAME}` : LANDING_TITLE)
