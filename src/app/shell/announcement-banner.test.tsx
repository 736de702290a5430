// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { prepareDom, renderPage } from '#platform/web/testing/render-page.tsx'
import { AnnouncementBanner } from './announcement-banner.tsx'

beforeAll(prepareDom)
beforeEach(() => sessionStorage.clear())

it('shows the announcement as plain text', () => {
  renderPage(<AnnouncementBanner text={'今晚 <b>维护</b>'} />)
  expect(screen.getByText('今晚 <b>维护</b>')).toBeDefined()
})

it('stays away once dismissed, until it changes (U-23)', () => {
  renderPage(<AnnouncementBanner text="第一条" />)
  fireEvent.click(screen.getByRole('button', { name: '关闭公告' }))
  expect(screen.queryByText('第一条')).toBeNull()
  renderPage(<AnnouncementBanner text="第一条" />)
  expect(screen.queryByText('第一条')).toBeNull()
  renderPage(<AnnouncementBanner text="第二条" />)
  expect(screen.getByText('第二条')).toBeDefined()
})

it('is absent without an announcement', () => {
  renderPage(<AnnouncementBanner text="" />)
  expect(screen.queryByRole('region', { name: '系统公告' })).toBeNull()
})
