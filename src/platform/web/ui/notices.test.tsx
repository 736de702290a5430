// @vitest-environment jsdom
import { cleanNotifications, notificationsStore } from '@mantine/notifications'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { CLOSE_NOTICE, NOTICE_TYPES } from '#rulebook/site/notices.ts'
import { prepareDom, renderPage } from '../testing/render-page.tsx'
import { noticeDisplay, notify, notifyError, notifyInfo } from './notices.tsx'

const shown = () => {
  const { notifications, queue } = notificationsStore.getState()
  return [...notifications, ...queue].at(-1)
}

/** The drawing in front, as the icon set names it. */
const ICONS = { success: 'check', error: 'icon-x', warning: 'alert-triangle', info: 'info-circle' } as const

beforeAll(async () => {
  prepareDom()
  await noticeDisplay.load()
})
afterEach(() => {
  vi.restoreAllMocks()
})
beforeEach(() => {
  cleanNotifications()
})

it('errors are announced at once, the rest politely', () => {
  notifyError('x')
  expect(shown()).toMatchObject({ role: 'alert' })
  notifyInfo('y')
  expect(shown()).toMatchObject({ role: 'status' })
})

it.each(NOTICE_TYPES)(
  '[DATA-ACC-23] [DATA-ACC-24] a notice of type %s has id, message, type, title, actions, persistence and timestamp',
  async (type) => {
    renderPage(null)
    vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-01-05T04:02:00Z'))
    const onPress = vi.fn()
    const press = { label: '重新加载', onPress }
    const id = notify({ type, title: '有新版本', message: '刷新后生效', actions: [press], persistent: true })
    const passing = notify({ type, message: '已保存' })
    expect(passing).not.toBe(id)
    expect(notificationsStore.getState().notifications.map((one) => [one.id, one.autoClose !== false])).toEqual([
      [id, false],
      [passing, true],
    ])
    const notice = await screen.findByText('刷新后生效')
    const whole = notice.closest('.mantine-Notification-root')!
    expect(whole.querySelector('.mantine-Notification-title')?.textContent).toBe('有新版本')
    expect(whole.getAttribute('role')).toBe(type === 'error' ? 'alert' : 'status')
    expect(whole.querySelector('svg')?.classList.toString()).toContain(ICONS[type])
    expect(whole.querySelector('time')?.dateTime).toBe('2026-01-05T04:02:00.000Z')
    expect(whole.querySelector('time')?.textContent).toBe('2026-01-05 12:02')
    expect(document.querySelectorAll('time')).toHaveLength(1)
    fireEvent.click(screen.getByRole('button', { name: press.label }))
    expect(onPress).toHaveBeenCalledOnce()
    await waitFor(() => expect(screen.queryByText('刷新后生效')).toBeNull())
  },
)

it('[NOTIF-08] a persistent notice ends by its closing button', async () => {
  renderPage(null)
  notify({ type: 'info', message: '刷新后生效', persistent: true })
  await screen.findByText('刷新后生效')
  fireEvent.click(screen.getByRole('button', { name: CLOSE_NOTICE }))
  await waitFor(() => expect(screen.queryByText('刷新后生效')).toBeNull())
})
