// @vitest-environment jsdom
// What is left of the storage and of today's uploads, with the way out that helps (issue: quotas are visible).
import { screen } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import { prepareDom, renderPage } from '#platform/web/testing/render-page.tsx'
import { processingClient } from '../processing-client.ts'
import { UploadAllowance } from './upload-allowance.tsx'

vi.mock('../processing-client.ts', () => ({ processingClient: { uploads: { allowance: vi.fn() } } }))
const { uploads } = vi.mocked(processingClient, { deep: true })
const MIB = 2 ** 20
const limits = { uploadsPerDay: 500, storageBytes: 10_240 * MIB }

beforeAll(prepareDom)

async function shown(uploadsToday: number, storedBytes: number): Promise<string> {
  uploads.allowance.mockResolvedValue({ ...limits, uploadsToday, storedBytes })
  const { unmount } = renderPage(<UploadAllowance />)
  const { textContent } = await screen.findByRole('region', { name: '存储空间' })
  unmount()
  return textContent!
}

it('tells both figures and both limits', async () => {
  const text = await shown(3, 512 * MIB)
  expect(text).toMatch(/原图已用 512 MB，共 10 GB/)
  expect(text).toMatch(/今天上传 3 次，最多 500 次$/)
})

it('near a limit names what helps: room is made by removing pictures, another upload of today is not', async () => {
  expect(await shown(3, 10_000 * MIB)).toContain('可以删除不需要的图片')
  const day = await shown(499, 0)
  expect(day).toContain('明天会重新计算')
  expect(day).not.toContain('删除')
})

it('stays away when nobody can tell', async () => {
  uploads.allowance.mockRejectedValue(new Error('away'))
  renderPage(<UploadAllowance />)
  await vi.waitFor(() => expect(uploads.allowance).toHaveBeenCalled())
  expect(screen.queryByRole('region')).toBeNull()
})
