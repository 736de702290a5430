// @vitest-environment jsdom
// The users' page with answers of a made-up server.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { prepareDom, renderPage } from '#platform/web/testing/render-page.tsx'
import type { AdminUser } from '../../users-contract.ts'
import { adminClient } from '../admin-client.ts'
import { UsersPage } from './users-page.tsx'

vi.mock('../admin-client.ts', () => ({
  adminClient: {
    session: { open: vi.fn() },
    users: { list: vi.fn(), update: vi.fn(), setStatus: vi.fn(), sendPasswordReset: vi.fn() },
    logs: { write: vi.fn() },
  },
  isSessionExpired: () => false,
}))
const { session, users, logs } = vi.mocked(adminClient, { deep: true })

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const user = (number: number, changes: Partial<AdminUser> = {}): AdminUser => ({
  id: idOf(number),
  username: `user-${number}`,
  initialEmail: `user-${number}@example.com`,
  email: `user-${number}@example.com`,
  avatarUrl: null,
  userType: 'free',
  status: 'active',
  creditsRemaining: 3,
  creditsTotal: 5,
  createdAt: '2026-01-05T18:00:00.000Z',
  lastActiveAt: new Date(Date.now() - 3 * 60_000).toISOString(),
  deletionDueAt: null,
  adminRole: null,
  ...changes,
})
const LOG_ID = idOf(999)
const refusal = (code: string, data?: object) => Object.assign(new Error(code), { code, data })

const show = (...all: AdminUser[]) => {
  users.list.mockResolvedValue({ users: all, total: all.length })
  return renderPage(<UsersPage />, { session: { userId: idOf(1000) } })
}
const rowOf = async (name: string) => (await screen.findByText(name, {}, { timeout: 20_000 })).closest('tr')!
const press = (scope: HTMLElement, name: string | RegExp) =>
  fireEvent.click(within(scope).getByRole('button', { name }))
const dialog = () => screen.findByRole('dialog', {}, { timeout: 20_000 })
const type = (scope: HTMLElement, label: string | RegExp, value: string) =>
  fireEvent.change(within(scope).getByLabelText(label), { target: { value } })
const found = (text: string | RegExp) => screen.findByText(text, {}, { timeout: 20_000 })

beforeAll(prepareDom)
beforeEach(() => {
  vi.resetAllMocks()
  session.open.mockResolvedValue({
    expiresAt: '2099-01-01T00:00:00.000Z',
    timeZone: 'Asia/Shanghai',
    role: 'administrator',
  })
  logs.write.mockResolvedValue({ id: LOG_ID })
})

describe('the table', () => {
  it('[ADM-USERS-06] [ROLE-14] [STATE-08] shows who, type, status, credits, registration and last activity', async () => {
    show(
      user(1, { userType: 'vip', status: 'suspended' }),
      user(2, { userType: 'admin', status: 'banned', username: null }),
      user(3, { userType: 'premium' }),
      user(4),
    )
    const cells = within(await rowOf('user-1')).getAllByRole('cell')
    expect(cells.map((cell) => cell.textContent)).toEqual([
      'user-1user-1@example.com',
      'VIP版',
      '暂停',
      '3 / 5',
      '2026-01-06',
      '3 分钟前',
      '编辑重置密码',
    ])
    const texts = async (name: string) =>
      within(await rowOf(name))
        .getAllByRole('cell')
        .slice(1, 3)
        .map((cell) => cell.textContent)
    expect(await texts('user-2@example.com')).toEqual(['管理员', '封禁'])
    expect(await texts('user-3')).toEqual(['高级版', '正常'])
    expect(await texts('user-4')).toEqual(['免费版', '正常'])
    expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
      '用户',
      '类型',
      '状态',
      '积分（剩余 / 总计）',
      '注册时间',
      '最近活跃',
      '操作',
    ])
  })

  it('[ADM-USERS-31] draws the missing avatar here from the user id, and also one that does not load', async () => {
    show(user(1), user(2, { avatarUrl: '/avatars/two.webp' }))
    const drawn = (row: HTMLElement) => row.querySelector('svg[data-seed]')?.getAttribute('data-seed')
    expect(drawn(await rowOf('user-1'))).toBe(idOf(1))
    const second = await rowOf('user-2')
    const image = second.querySelector('img')!
    expect([image.getAttribute('src'), drawn(second)]).toEqual(['/avatars/two.webp', undefined])
    fireEvent.error(image)
    expect(drawn(second)).toBe(idOf(2))
  })

  it('says that nobody fits, and clears the filters', async () => {
    users.list.mockResolvedValue({ users: [], total: 0 })
    renderPage(<UsersPage />, { path: '/admin/users?q=nobody&type=vip' })
    await found('没有符合条件的用户')
    expect(users.list).toHaveBeenLastCalledWith({ search: 'nobody', userType: 'vip', page: 1 }, expect.anything())
    fireEvent.click(screen.getByRole('button', { name: '清除筛选' }))
    await waitFor(() => expect(users.list).toHaveBeenLastCalledWith({ page: 1 }, expect.anything()))
    await found('还没有用户')
  })

  it('[ADM-USERS-07] [ADM-USERS-11] has pages, of which five numbers are shown around the present one', async () => {
    users.list.mockResolvedValue({ users: [user(1)], total: 121 })
    renderPage(<UsersPage />)
    await rowOf('user-1')
    const numbers = () =>
      within(screen.getByRole('navigation', { name: '分页' }))
        .getAllByRole('button', { name: /^第/ })
        .map((button) => button.textContent)
    expect(numbers()).toEqual(['1', '2', '3', '4', '5'])
    fireEvent.click(screen.getByRole('button', { name: '第 5 页' }))
    await waitFor(() => expect(users.list).toHaveBeenLastCalledWith({ page: 5 }, expect.anything()))
    expect(numbers()).toEqual(['3', '4', '5', '6', '7'])
    fireEvent.change(screen.getByLabelText('状态'), { target: { value: 'banned' } })
    await waitFor(() => expect(users.list).toHaveBeenLastCalledWith({ status: 'banned', page: 1 }, expect.anything()))
  })

  it('[ADM-USERS-03] [ADM-USERS-04] filters by each type and each status', async () => {
    show(user(1))
    await rowOf('user-1')
    const options = (label: string) =>
      [...(screen.getByLabelText(label) as HTMLSelectElement).options].map((option) => option.label)
    expect(options('用户类型')).toEqual(['全部类型', '免费版', '高级版', 'VIP版', '管理员', '封禁'])
    expect(options('状态')).toEqual(['全部状态', '正常', '暂停', '封禁'])
    for (const userType of ['free', 'premium', 'vip', 'admin', 'banned']) {
      fireEvent.change(screen.getByLabelText('用户类型'), { target: { value: userType } })
      await waitFor(() => expect(users.list).toHaveBeenLastCalledWith({ userType, page: 1 }, expect.anything()))
    }
  })
})

describe('the edit modal', () => {
  const open = async (one: AdminUser = user(1)) => {
    show(one)
    press(await rowOf(one.username!), '编辑 user-1')
    return dialog()
  }

  it('[ADM-USERS-08] [ADM-USERS-16] [STATE-09] edits type and remaining credits, and has no control of the status', async () => {
    const modal = await open()
    const fields = modal.querySelectorAll<HTMLInputElement>('input, select, textarea')
    expect([...fields].map(({ value }) => value)).toEqual(['free', '3', ''])
    const types = [...(within(modal).getByLabelText('用户类型') as HTMLSelectElement).options].map(({ value }) => value)
    expect(types).toEqual(['free', 'premium', 'vip', 'admin'])
    expect(within(modal).queryByText(/暂停|正常|状态/)).toBeNull()
  })

  it('[ADM-USERS-21] [ADM-USERS-19] saves what was changed with what was seen, and says so', async () => {
    users.update.mockResolvedValue({ user: user(1, { userType: 'vip', creditsRemaining: 9 }), logId: LOG_ID })
    const modal = await open()
    type(modal, '用户类型', 'vip')
    type(modal, '剩余积分', '9')
    expect(within(modal).getByText('已使用 2 积分不变，保存后总积分为 11。')).toBeTruthy()
    type(modal, /修改原因/, ' 活动赠送 ')
    press(modal, '保存')
    await found('用户信息更新成功')
    expect(users.update).toHaveBeenCalledExactlyOnceWith({
      id: idOf(1),
      userType: 'vip',
      creditsRemaining: 9,
      seen: { userType: 'free', creditsRemaining: 3 },
      reason: '活动赠送',
    })
    expect(logs.write).toHaveBeenCalledExactlyOnceWith({
      p_action: 'update_user',
      p_target_user_id: idOf(1),
      p_action_details: { log_id: LOG_ID },
    })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('[ADM-USERS-17] [ADM-USERS-18] sends nothing without a reason, nor credits that are no number of at least 0', async () => {
    const modal = await open()
    type(modal, '剩余积分', '8')
    press(modal, '保存')
    await found('请填写修改原因')
    type(modal, /修改原因/, '   ')
    press(modal, '保存')
    expect(within(modal).getByText('请填写修改原因')).toBeTruthy()
    type(modal, /修改原因/, '补偿')
    for (const [text, message] of [
      ['-1', '剩余积分必须是不小于 0 的数字'],
      ['', '剩余积分必须是不小于 0 的数字'],
      ['2.5', '剩余积分必须是整数，且不超过 1,000,000'],
    ] as const) {
      type(modal, '剩余积分', text)
      press(modal, '保存')
      expect(within(modal).getByText(message)).toBeTruthy()
    }
    expect(users.update).not.toHaveBeenCalled()
    users.update.mockResolvedValue({ user: user(1), logId: LOG_ID })
    type(modal, '剩余积分', '0')
    press(modal, '保存')
    await waitFor(() => expect(users.update).toHaveBeenCalledOnce())
  })

  it('[ADM-USERS-22] says that it failed and why, and keeps what was typed', async () => {
    users.update.mockRejectedValue(refusal('admin-last'))
    const modal = await open(user(1, { userType: 'admin' }))
    type(modal, '用户类型', 'free')
    type(modal, /修改原因/, '离职')
    press(modal, '保存')
    await found('更新用户信息失败：不能降低最后一位管理员的权限，也不能停用')
    expect((within(modal).getByLabelText(/修改原因/) as HTMLTextAreaElement).value).toBe('离职')
    expect(logs.write).not.toHaveBeenCalled()
  })

  it('shows what changed meanwhile, and saves over it only when asked again', async () => {
    users.update.mockRejectedValueOnce(refusal('edit-stale', { userType: 'free', creditsRemaining: 1 }))
    users.update.mockResolvedValueOnce({ user: user(1), logId: LOG_ID })
    const modal = await open()
    type(modal, '剩余积分', '9')
    type(modal, /修改原因/, 'x')
    press(modal, '保存')
    await found('最新数值：免费版，剩余 1 积分。再次保存即以此为准。')
    press(modal, '保存')
    await found('用户信息更新成功')
    expect(users.update.mock.lastCall![0]).toMatchObject({
      creditsRemaining: 9,
      seen: { userType: 'free', creditsRemaining: 1 },
    })
  })

  it('an account that is banned by its type keeps it unless another is chosen (C-03)', async () => {
    users.update.mockResolvedValue({ user: user(1), logId: LOG_ID })
    const modal = await open(user(1, { userType: 'banned' }))
    expect((within(modal).getByLabelText('用户类型') as HTMLSelectElement).selectedOptions[0]!.label).toBe(
      '封禁（保持不变）',
    )
    type(modal, '剩余积分', '4')
    type(modal, /修改原因/, 'x')
    press(modal, '保存')
    await waitFor(() => expect(users.update).toHaveBeenCalledOnce())
    expect(users.update.mock.lastCall![0]).not.toHaveProperty('userType')
  })
})

describe('the status', () => {
  it('[STATE-09] changes by a row action with a reason', async () => {
    users.setStatus.mockResolvedValue({ user: user(1, { status: 'suspended' }), logId: LOG_ID })
    show(user(1))
    press(await rowOf('user-1'), 'user-1 的更多操作')
    const menu = await screen.findByRole('menu', {}, { timeout: 20_000 })
    expect(
      within(menu)
        .getAllByRole('menuitem')
        .map((item) => item.textContent),
    ).toEqual(['暂停', '封禁'])
    fireEvent.click(within(menu).getByRole('menuitem', { name: '暂停' }))
    const modal = await dialog()
    press(modal, '暂停')
    expect(within(modal).getByText('请填写修改原因')).toBeTruthy()
    type(modal, /原因/, '异常登录')
    press(modal, '暂停')
    await found('用户信息更新成功')
    expect(users.setStatus).toHaveBeenCalledExactlyOnceWith({ id: idOf(1), status: 'suspended', reason: '异常登录' })
  })
})

describe('the email for a new password', () => {
  const ask = async () => {
    show(user(1))
    press(await rowOf('user-1'), '重置密码 user-1')
    const modal = await dialog()
    expect(within(modal).getByText('确定向该用户发送密码重置邮件吗？')).toBeTruthy()
    expect(within(modal).getByText('收件邮箱：user-1@example.com')).toBeTruthy()
    return modal
  }

  it.each([
    ['mail-not-configured', '尚未配置邮件服务'],
    ['reset-provider-account', '该账户使用第三方登录，没有密码'],
    ['code-too-often', '发送过于频繁，请5分钟后再试'],
  ])('[ADM-USERS-28] %s: says that it failed and why, and claims no sent mail', async (code, message) => {
    users.sendPasswordReset.mockRejectedValue(refusal(code))
    press(await ask(), '发送邮件')
    await found(`发送密码重置邮件失败：${message}`)
    expect(screen.queryByText('密码重置邮件已发送')).toBeNull()
  })
})
