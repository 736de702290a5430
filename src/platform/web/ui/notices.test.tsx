// @vitest-environment jsdom
import { cleanNotifications, notificationsStore } from '@mantine/notifications'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { noticeShower, notifyError, notifyInfo } from './notices.tsx'

const shown = () => {
  const { notifications, queue } = notificationsStore.getState()
  return [...notifications, ...queue].at(-1)
}

beforeAll(noticeShower.load)
beforeEach(() => {
  cleanNotifications()
})

it('errors are announced at once, the rest politely', () => {
  notifyError('x')
  expect(shown()).toMatchObject({ role: 'alert' })
  notifyInfo('y')
  expect(shown()).toMatchObject({ role: 'status' })
})
