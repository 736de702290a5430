// @vitest-environment jsdom
// The runs of the back office: the address names one run by its number, in whatever case somebody copied it.
import { screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { prepareDom, renderPage } from '#platform/web/testing/render-page.tsx'
import { runPageAddress } from '#rulebook/admin/admin-runs-texts.ts'
import { adminClient } from '../admin-client.ts'
import { RunsPage } from './runs-page.tsx'

vi.mock('../admin-client.ts', () => ({
  adminClient: { session: { open: vi.fn() }, runs: { list: vi.fn(), get: vi.fn() } },
  isSessionExpired: () => false,
}))
const { session, runs } = vi.mocked(adminClient, { deep: true })

const ID = 'abcdef00-0000-4000-8000-00000000000a'

beforeAll(prepareDom)
beforeEach(() => {
  vi.resetAllMocks()
  session.open.mockResolvedValue({
    expiresAt: '2099-01-01T00:00:00.000Z',
    timeZone: 'Asia/Shanghai',
    role: 'administrator',
  })
  runs.list.mockResolvedValue({ runs: [], total: 0 })
  runs.get.mockRejectedValue(Object.assign(new Error('job-not-found'), { code: 'job-not-found' }))
})

it.each([ID, ID.toUpperCase()])('the run %s of the address is opened, not the list', async (id) => {
  renderPage(<RunsPage />, { path: runPageAddress(id) })
  await waitFor(() => expect(runs.get).toHaveBeenCalledWith({ id: ID }, expect.anything()))
  expect(runs.list).not.toHaveBeenCalled()
})

it('what is no number shows the list', async () => {
  renderPage(<RunsPage />, { path: runPageAddress('newest') })
  await waitFor(() => expect(runs.list).toHaveBeenCalled())
  expect(runs.get).not.toHaveBeenCalled()
})

it.each([
  ['/admin/runs', '还没有处理记录', true],
  ['/admin/runs?status=failed', '没有符合条件的处理记录', false],
])('%s says of an empty list: %s', async (path, text, hasHint) => {
  renderPage(<RunsPage />, { path })
  expect((await screen.findByText(text)).parentElement?.textContent?.includes('用户处理图片后')).toBe(hasHint)
})
