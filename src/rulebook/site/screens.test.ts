// Navigation, notices, packs, billing, history, landing: pure functions and tables of the screens.
import { describe, expect, it } from 'vitest'
import { accountLevel, availableCredits, BILL_STATUSES, billStatusLabel, SAMPLE_BILLS } from '../credits/billing.ts'
import { CREDIT_PACKS } from '../credits/packs.ts'
import {
  HISTORY_SCREEN_PAGE_SIZE,
  HISTORY_SERVICE_PAGE_SIZE,
  hasMoreHistory,
  processTypeLabel,
} from '../history/history.ts'
import { catalogueEstimate, panelEstimate } from '../runs/estimates.ts'
import { resultFileName } from '../runs/file-names.ts'
import { TOOLS } from '../tools/tool.ts'
import { dayOf, momentText, relativeTime } from './calendar.ts'
import { FAQ, FEATURE_GROUPS, HEROES } from './landing.ts'
import { contactLine, navigationState, userMenu } from './navigation.ts'
import { NOTICE_TYPES, noticeDurationMs, runDoneText } from './notices.ts'
import { avatarSource, displayName } from './shown-person.ts'
import { routeOf } from './site-map.ts'
import { HTTP_MAX_RETRIES, HTTP_TIMEOUT_MS, httpRetryDelayMs, RETRY_ATTEMPTS, retryDelayMs } from './timing.ts'

const user = {
  id: 'u1',
  email: 'mail@b.com',
  email_confirmed_at: null,
  phone: null,
  user_metadata: { full_name: 'Full Name', avatar_url: 'https://x/meta.png' },
  app_metadata: { provider: 'email' },
}
const profile = { username: '张三', initial_email: 'first@b.com', avatar_url: 'https://x/own.png', phone: null }

describe('user dropdown', () => {
  it('[UDROP-26] [UDROP-27] [UDROP-28] [UDROP-29] [UDROP-30] chooses the display name in order', () => {
    expect(displayName(user, profile)).toBe('张三')
    expect(displayName(user, { ...profile, username: null })).toBe('first')
    const nameless = { ...profile, username: null, initial_email: null }
    expect(displayName(user, nameless)).toBe('Full Name')
    expect(displayName({ ...user, user_metadata: {} }, nameless)).toBe('mail')
    expect(displayName({ ...user, user_metadata: {}, email: null }, undefined)).toBe('用户')
  })
  it('[UDROP-31] [UDROP-32] [UDROP-33] [UDROP-34] [UDROP-35] chooses the avatar in order', () => {
    const none = { ...profile, avatar_url: null }
    expect(avatarSource(user, profile, true)).toEqual({ kind: 'image', url: 'https://x/own.png' })
    expect(avatarSource(user, none, true)).toEqual({ kind: 'image', url: 'https://x/meta.png' })
    expect(avatarSource(user, undefined, false)).toBeUndefined()
    expect(avatarSource({ ...user, user_metadata: {} }, undefined, false)).toBeUndefined()
    expect(avatarSource(user, undefined, true)).toEqual({ kind: 'image', url: 'https://x/meta.png' })
    expect(avatarSource({ ...user, user_metadata: {} }, none, true)).toEqual({ kind: 'generated', seed: 'u1' })
    expect(avatarSource(undefined, undefined, true)).toBeUndefined()
  })
  it('[UDROP-16] [UDROP-17] [UDROP-18] [UDROP-19] [UDROP-20] [UDROP-21] writes the contact line', () => {
    const by = (provider: string, more: object = {}) =>
      contactLine({ ...user, app_metadata: { provider }, ...more }, undefined)
    expect(contactLine(user, { phone: '13800000000' })).toBe('13800000000')
    expect(by('google')).toBe('Google 账户')
    expect([by('email'), by('github')]).toEqual(['mail@b.com', 'mail@b.com'])
    expect(by('phone')).toBe('未绑定手机')
    expect([by('email', { email: null }), by('github', { email: '' })]).toEqual(['未绑定邮箱', '未绑定邮箱'])
    expect(contactLine(undefined, undefined)).toBe('未知用户')
  })
  it('has its items in order, the back office for admins only', () => {
    expect(userMenu(true).map((item) => `${item.label} ${item.path}`)).toEqual([
      '个人资料 /profile/info',
      '历史记录 /profile/history',
      '积分管理 /profile/billing',
      '管理后台 /admin',
      '退出登录 undefined',
    ])
    expect(userMenu(false).map((item) => item.label)).toEqual(['个人资料', '历史记录', '积分管理', '退出登录'])
  })
  it('shows no balance before a profile exists (C-01)', () => {
    expect(navigationState({ initialized: false, user: undefined, profile: undefined })).toBe('loading')
    expect(navigationState({ initialized: true, user, profile: undefined })).toBe('loading')
    expect(navigationState({ initialized: true, user: undefined, profile: undefined })).toBe('signed-out')
    expect(navigationState({ initialized: true, user, profile: {} as never })).toBe('signed-in')
  })
})

describe('notifications', () => {
  it('[DATA-ACC-24] are of four types', () => expect(NOTICE_TYPES).toEqual(['success', 'error', 'warning', 'info']))
  it('[NOTIF-01] success 3 s', () => expect(noticeDurationMs({ type: 'success' })).toBe(3000))
  it('[NOTIF-02] error 6 s', () => expect(noticeDurationMs({ type: 'error' })).toBe(6000))
  it('[NOTIF-03] error toast 8 s', () => expect(noticeDurationMs({ type: 'error' }, 'toast')).toBe(8000))
  it('[NOTIF-04] warning 5 s', () => expect(noticeDurationMs({ type: 'warning' })).toBe(5000))
  it('[NOTIF-05] info 4 s', () => expect(noticeDurationMs({ type: 'info' })).toBe(4000))
  it('[NOTIF-06] app-store error 5 s', () => expect(noticeDurationMs({ type: 'error' }, 'app')).toBe(5000))
  it('[NOTIF-07] app-store default 3 s', () => expect(noticeDurationMs({ type: 'info' }, 'app')).toBe(3000))
  it('[NOTIF-08] persistent without an end', () =>
    expect(noticeDurationMs({ type: 'error', persistent: true })).toBeUndefined())
  it('names the provider only for its own results (P-33)', () => {
    expect(runDoneText('topaz')).toBe('Topaz AI图像处理成功')
    expect(runDoneText('local')).not.toContain('Topaz')
  })
})

describe('packs', () => {
  const row = (id: string) => {
    const { credits, price, pricePerCredit, discount, popular } = CREDIT_PACKS.find((pack) => pack.id === id)!
    return [credits, price, pricePerCredit, discount, popular]
  }
  it('[PACK-01] small', () => expect(row('small')).toEqual([20, 3.99, 0.2, 0, false]))
  it('[PACK-02] some', () => expect(row('some')).toEqual([55, 9.99, 0.18, 10, false]))
  it('[PACK-03] pile', () => expect(row('pile')).toEqual([120, 19.99, 0.17, 15, true]))
  it('[PACK-04] box', () => expect(row('box')).toEqual([250, 39.99, 0.16, 20, false]))
  it('[PACK-05] only pile is popular', () =>
    expect(CREDIT_PACKS.filter((pack) => pack.popular).map((pack) => pack.id)).toEqual(['pile']))
  it('[DATA-PROC-17] every pack has every field', () => {
    for (const pack of CREDIT_PACKS) {
      expect(Object.keys(pack).sort()).toEqual(
        // `bonus` and `version` are ours (decision 0150).
        'bonus credits description discount features id name popular price pricePerCredit version'.split(' '),
      )
      expect(pack.features).toContain('积分永不过期')
    }
  })
})

describe('billing and history', () => {
  it('[BILL-06] [BILL-07] [BILL-08] [BILL-09] grades the account by used credits', () => {
    expect([0, 49, 50, 199, 200, 499, 500, 9999].map(accountLevel)).toEqual([
      '新手',
      '新手',
      '进阶',
      '进阶',
      '专家',
      '专家',
      '大师',
      '大师',
    ])
  })
  it('subtracts used from total, 5 without a total', () => {
    expect([availableCredits(20, 3), availableCredits(undefined, 2), availableCredits(0, 0)]).toEqual([17, 3, 0])
  })
  it('[DATA-PROC-19] knows three states of a bill', () => {
    expect(BILL_STATUSES).toEqual(['paid', 'pending', 'failed'])
    expect(BILL_STATUSES.map(billStatusLabel)).toEqual(['已支付', '待支付', '支付失败'])
    expect(SAMPLE_BILLS.map((bill) => [bill.amount, bill.status])).toEqual([
      [29.99, 'paid'],
      [9.99, 'paid'],
    ])
  })
  it('loads 10 rows on the screen and 20 by default (C-28)', () => {
    expect([HISTORY_SCREEN_PAGE_SIZE, HISTORY_SERVICE_PAGE_SIZE]).toEqual([10, 20])
    expect([hasMoreHistory(10, 10), hasMoreHistory(9, 10)]).toEqual([true, false])
  })
  it('[DATA-ACC-21] names the kind of a run, also one that has no tool yet (P-23)', () => {
    expect([null, 'enhance', 'enhance-generative', 'restore', 'image_filters', 'x'].map(processTypeLabel)).toEqual([
      '仅上传',
      '标准增强',
      '生成式增强',
      '老照片修复',
      '图片滤镜',
      'x',
    ])
  })
  it('names a download by its moment', () => expect(resultFileName(1700000000000)).toBe('processed-1700000000000.png'))
})

describe('times', () => {
  it('waits 60 s, retries 3 times after 1, 2, 3 s; the other helper tries 3 times after 1 and 1.5 s', () => {
    expect([HTTP_TIMEOUT_MS, HTTP_MAX_RETRIES, RETRY_ATTEMPTS]).toEqual([60_000, 3, 3])
    expect([1, 2, 3].map(httpRetryDelayMs)).toEqual([1000, 2000, 3000])
    expect([1, 2].map(retryDelayMs)).toEqual([1000, 1500])
  })
  it('says how long a run takes, place by place (C-12)', () => {
    expect(catalogueEstimate({ isAsync: true })).toBe('预计 30–60 秒')
    expect(catalogueEstimate({ isAsync: false })).toBe('预计 5–15 秒')
    expect(panelEstimate({ isAsync: true })).toBe('预计 2–10 分钟')
    expect(panelEstimate({ isAsync: false })).toBe('预计 5–60 秒')
  })
  it('[ADM-USERS-30] says how long ago something was', () => {
    const ago = (seconds: number) => relativeTime(0, seconds * 1000)
    expect([0, 59, 60, 3599, 3600, 86_399, 86_400, 864_000].map(ago)).toEqual([
      '刚刚',
      '刚刚',
      '1 分钟前',
      '59 分钟前',
      '1 小时前',
      '23 小时前',
      '1 天前',
      '10 天前',
    ])
  })
  it('counts days in the zone of Shanghai (U-19)', () => {
    expect(dayOf(Date.UTC(2025, 7, 11, 15, 59))).toBe('2025-08-11')
    expect(dayOf(Date.UTC(2025, 7, 11, 16, 0))).toBe('2025-08-12')
    expect(momentText(Date.UTC(2025, 7, 11, 16, 5))).toBe('2025-08-12 00:05')
    expect(momentText(Date.UTC(2025, 7, 11, 16, 5), 'America/New_York')).toBe('2025-08-11 12:05')
  })
})

describe('landing facts', () => {
  it('has the heroes in order, each leading to a tool', () => {
    expect(HEROES.map((hero) => hero.path)).toEqual([
      '/ai/enhance/low-resolution',
      '/ai/enhance/cgi',
      '/ai/enhance/high-fidelity',
      '/ai/enhance/text-refine',
      '/ai/denoise/standard',
      '/ai/restore',
      '/ai/lighting/smart',
    ])
    for (const hero of HEROES) expect(routeOf(hero.path).redirectTo).toMatch(/^\/ai\/.+\/.+/)
  })
  it('has 11 features at 2 credits, restore at 3', () => {
    expect(FEATURE_GROUPS.map((group) => [group.features, TOOLS[group.tool].credits])).toEqual([
      [5, 2],
      [3, 2],
      [1, 3],
      [2, 2],
    ])
  })
  it('answers the questions with the documented facts', () => {
    const answer = (key: string) => FAQ.find((entry) => entry.key === key)!.answer
    expect(answer('formats')).toMatch(/JPG\/JPEG、PNG、BMP、WEBP/)
    expect(answer('size')).toMatch(/最大 50MB，建议小于 10MB/)
    expect(answer('price')).toMatch(/2 倍放大消耗 1 个积分，4 倍放大消耗 2 个积分，人脸增强消耗 2 个积分/)
    expect(answer('free')).toContain('5 个免费积分')
    expect(answer('expiry')).toContain('积分永不过期')
    expect(answer('retention')).toContain('30 天')
    expect(answer('time')).toMatch(/约 10 秒（5–25 秒）/)
    expect(answer('support')).toEqual({ slot: 'support' })
  })
})
