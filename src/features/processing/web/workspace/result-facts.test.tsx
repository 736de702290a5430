// @vitest-environment jsdom
// What a result says of its cost and of what it kept is true of every account and picture.
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { prepareDom } from '#platform/web/testing/render-page.tsx'
import { finishedJob, makeJob, RESULT } from '../testing/make-job.ts'
import {
  client,
  feed,
  holdPicture,
  loadLazyParts,
  resetServer,
  show,
  startButton,
  startEnabled,
} from '../testing/tool-harness.tsx'

vi.mock('../picture/upload-picture.ts', () => import('../testing/mocked-upload.ts'))
vi.mock('../processing-client.ts', () => import('../testing/mocked-client.ts'))

beforeAll(prepareDom)
beforeAll(loadLazyParts)
beforeEach(resetServer)

/** The value beside a name of the result's card. */
async function factOf(name: string, changes: object): Promise<string | null> {
  holdPicture()
  client.jobs.start.mockResolvedValue(makeJob())
  const push = feed()
  show()
  await startEnabled()
  fireEvent.click(startButton())
  await screen.findByText('排队中')
  push(finishedJob(changes))
  await screen.findByRole('link', { name: '保存图片' }, { timeout: 10_000 })
  const card = within(screen.getByRole('region', { name: '处理后' }))
  return card.getByText(name).nextElementSibling!.textContent
}

it('a run that cost nothing says so, whatever the account: an unlimited one, or one whose run was started again free of charge', async () => {
  expect(await factOf('消耗积分', { creditsConsumed: 0 })).toBe('0')
  expect(screen.queryByText(/不扣积分/)).toBeNull()
})

it('a run whose credits an operator gave back says so', async () => {
  expect(await factOf('消耗积分', { creditsConsumed: 2, creditsGivenBack: 2 })).toBe('0（已退回 2 积分）')
})

it.each([
  ['removed', '已移除拍摄地点'],
  ['none', '原图没有拍摄信息'],
] as const)(
  'of a picture that told its place alone, or nothing, the result says one thing: %s',
  async (position, said) => {
    expect(
      await factOf('文件信息', { result: { ...RESULT, kept: { profile: 'srgb', position, label: 'none' } } }),
    ).toBe(said)
  },
)
