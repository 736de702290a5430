// @vitest-environment jsdom
import { cleanNotifications, notificationsStore } from '@mantine/notifications'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import {
  noticeShower,
  notify,
  notifyApp,
  notifyError,
  notifyInfo,
  notifySuccess,
  notifyWarning,
  toastError,
} from './notices.tsx'

const shown = () => {
  const { notifications, queue } = notificationsStore.getState()
  return [...notifications, ...queue].at(-1)
}

beforeAll(noticeShower.load)
beforeEach(() => {
  cleanNotifications()
})

it.each([
  ['[NOTIF-01] success 3 s', () => notifySuccess('x'), 3000],
  ['[NOTIF-02] error 6 s', () => notifyError('x'), 6000],
  ['[NOTIF-03] error toast 8 s', () => toastError('x'), 8000],
  ['[NOTIF-04] warning 5 s', () => notifyWarning('x'), 5000],
  ['[NOTIF-05] info 4 s', () => notifyInfo('x'), 4000],
  ["[NOTIF-06] the application's error 5 s", () => notifyApp('error', 'x'), 5000],
  ["[NOTIF-07] the application's default 3 s", () => notifyApp('warning', 'x'), 3000],
])('%s', (_title, show, durationMs) => {
  show()
  expect(shown()?.autoClose).toBe(durationMs)
})

it('[NOTIF-08] a persistent notice is never closed by itself', () => {
  notify({ type: 'error', message: 'x', persistent: true })
  expect(shown()?.autoClose).toBe(false)
})

it('errors are announced at once, the rest politely', () => {
  notifyError('x')
  expect(shown()).toMatchObject({ role: 'alert' })
  notifyInfo('y')
  expect(shown()).toMatchObject({ role: 'status' })
})
