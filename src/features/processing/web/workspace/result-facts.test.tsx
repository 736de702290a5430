// @vitest-environment jsdom
// What a result says of its cost and of what it kept is true of every account and picture.
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
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

async function finish(changes: object = {}, modelKey?: string): Promise<void> {
  holdPicture()
  client.jobs.start.mockResolvedValue(makeJob())
  const push = feed()
  show(modelKey)
  await startEnabled()
  fireEvent.click(startButton())
  await screen.findByText('排队中')
  push(finishedJob(changes))
  await screen.findByRole('link', { name: '保存图片' }, { timeout: 10_000 })
}
const resultCard = () => within(screen.getByRole('region', { name: '处理后' }))

/** The value beside a name of the result's card. */
async function factOf(name: string, changes: object): Promise<string | null> {
  await finish(changes)
  return resultCard().getByText(name).nextElementSibling!.textContent
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

it('a result says what it is: sizes, factor, bytes, time, price, and the engine by its true name', async () => {
  await finish()
  const card = within(screen.getByRole('region', { name: '处理后' }))
  const texts = (role: string) => card.getAllByRole(role).map(({ textContent }) => textContent)
  expect(texts('term')).toEqual(['原图', '像素', '文件大小', '处理用时', '消耗积分'])
  expect(texts('definition')).toEqual(['未检测', '1200 × 800 → 2400 × 1600（2 倍）', '4.1 MB', '7.4 秒', '2'])
})

it('a result says in plain words what the engine found in the picture', async () => {
  await finish({ result: { ...RESULT, estimates: { noiseSigma: 14, blurSigma: 0.8, jpegQuality: 95 } } })
  const card = within(screen.getByRole('region', { name: '处理后' }))
  expect(card.getByText('检测到：中度噪点、轻微模糊')).toBeTruthy()
})

it('beside cracks nobody reads that all is well: an old print names them, and where nothing was found the row says what was looked for', async () => {
  const print = { noiseSigma: 2, textShare: 0, flatShare: 0, tintSpread: 0.03, scratchFraction: 0.01 }
  await finish({ result: { ...RESULT, estimates: print } })
  const card = () => within(screen.getByRole('region', { name: '处理后' }))
  expect(card().getByText('检测到：灰尘与划痕')).toBeTruthy()
  cleanup()
  await finish({ result: { ...RESULT, estimates: { ...print, scratchFraction: 0 } } }, 'restore/dust-scratch')
  expect(card().getAllByRole('definition')[0]!.textContent).toBe('没有明显的噪点、模糊或偏暗')
})

it('no line denies what a run has just taken away: it finds slight noise that nothing measures', async () => {
  const slight = { noiseSigma: 5, textShare: 0, flatShare: 0, tintSpread: 0.03 }
  await finish({ result: { ...RESULT, estimates: slight } })
  const card = within(screen.getByRole('region', { name: '处理后' }))
  expect(card.getAllByRole('definition')[0]!.textContent).toBe('见上方对比')
})
