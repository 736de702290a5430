// Words of one user's page in the back office.
import { lookUp } from '../look-up.ts'
import { PATHS } from '../site/site-map.ts'

/** In the address of /admin/users: whose page is shown. */
export const USER_QUERY = 'user'
export const userPageAddress = (id: string): string => `${PATHS.adminUsers}?${USER_QUERY}=${id}`

export const USER_PAGE_TEXTS = {
  back: '返回用户列表',
  open: '查看 {name} 的账户',
  loadFailed: '加载用户资料失败',
  ledger: '积分明细',
  ledgerLead: '余额 {remaining} 积分，累计 {total} 积分',
  noLedger: '没有积分变动',
  runs: '处理记录',
  runSearch: '按处理编号或错误代码搜索',
  clearSearch: '清除搜索',
  noRuns: '没有处理记录',
  noMatch: '没有符合条件的处理记录',
  runNumber: '编号 {id}',
  cost: '{n} 积分',
  vendorCredits: '服务商 {n} 积分',
  givenBack: '已退回 {n} 积分',
  seconds: '用时 {n} 秒',
  removed: '用户已删除',
  bills: '账单',
  noBills: '没有账单',
  signIns: '登录设备',
  noSignIns: '目前没有登录的设备',
  signedIn: '登录于 {at}，最近使用 {seen}',
  unknownDevice: '未知设备',
  signOut: '全部退出登录',
  signOutTitle: '让该用户在所有设备上退出登录？',
  signOutBody:
    '所有已登录的浏览器随即退出，已记住的浏览器下次登录也要重新验证。密码、图片、积分和正在进行的处理都不受影响，该用户可以随时重新登录。',
  signOutReason: '原因',
  signOutHint: '会记入操作日志，该用户看不到。',
  signedOut: '已退出 {n} 台设备的登录',
  signedOutNone: '该用户没有已登录的设备',
  signOutFailed: '退出登录失败',
  giveBack: '退回积分',
  giveBackOf: '退回积分：{title}',
  giveBackTitle: '退回这次处理的积分？',
  giveBackBody: '{title}：将 {n} 积分退回该用户。每次处理只能退回一次。',
  giveBackReason: '退回原因',
  giveBackHint: '会记入操作日志，也会写在该用户的积分明细中。',
  givenBackNow: '已退回 {n} 积分',
  giveBackFailed: '退回积分失败',
} as const

const SERVICE_COLOURS: Readonly<Record<string, string>> = { completed: 'jade', failed: 'red' }
export const runStateColour = (status: string): string => lookUp(SERVICE_COLOURS, status) ?? 'gray'
