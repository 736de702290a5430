// @vitest-environment jsdom
// What is said about the current picture: on its tool page, quietly, and in the catalogue.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { prepareDom, renderPage } from '#platform/web/testing/render-page.tsx'
import { idleKey } from '#rulebook/runs/advised-tools.ts'
import { currentPicture, pictureOfUpload } from '../picture/current-picture.ts'
import { finishedJob, makeJob, makeUpload } from '../testing/make-job.ts'
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
import { CatalogueAdvice, catalogueAnswer } from './catalogue-advice.tsx'
import { recommendationCard } from './recommendation-room.tsx'

vi.mock('../processing-client.ts', () => import('../testing/mocked-client.ts'))
vi.mock('../picture/upload-picture.ts', () => import('../testing/mocked-upload.ts'))

const CLEAN = { noiseSigma: 1, blurSigma: 0, jpegQuality: 95, width: 4000, height: 3000 }
const NOISY = { ...CLEAN, noiseSigma: 30 }
const RUIN = { ...NOISY, width: 800, height: 600, lumaLow: 0, lumaMedian: 0.05, lumaHigh: 0.3 }
const answer = (estimates: Record<string, number> | null) => client.uploads.estimates.mockResolvedValue({ estimates })
const card = () => screen.findByRole('region', { name: '处理建议' }, { timeout: 10_000 })

beforeAll(async () => {
  prepareDom()
  await Promise.all([loadLazyParts(), recommendationCard.load(), catalogueAnswer.load()])
})
beforeEach(resetServer)

describe('on a tool page', () => {
  it('another tool that fits better is offered with reason, price and a link that keeps the picture', async () => {
    answer(NOISY)
    holdPicture()
    show('sharpen/standard/natural')
    const suggestions = within(await card())
    expect(suggestions.getByRole('heading').textContent).toBe('更适合这张照片的工具')
    const link = suggestions.getByRole('link')
    expect(link.textContent).toBe('强力降噪2 积分明显噪点，先降噪更干净')
    expect(link.getAttribute('href')).toBe('/ai/denoise/strong')
    expect(currentPicture.get()?.name).toBe('street.jpg')
  })

  it('a tool that does not take a picture of this size says so beside its reason (C-11)', async () => {
    answer({ ...CLEAN, lensBlurTrust: 1, lensBlurSigma: 1.1 })
    holdPicture({ id: '0f0f0f0f-3333-4222-8333-aaaaaaaaaaaa', fileSize: 11 * 1024 * 1024 })
    show('denoise/strong')
    const link = within(await card()).getByRole('link')
    expect(link.textContent).toBe('标准锐化2 积分画面略软，可以提升清晰度（此工具的图片最大 10 MB）')
  })

  it('the right tool is told so, without a link', async () => {
    answer(NOISY)
    holdPicture()
    show('denoise/strong')
    const suggestions = within(await card())
    expect(suggestions.getByRole('heading').textContent).toBe('当前工具适合这张照片')
    expect(suggestions.getByText('明显噪点，先降噪更干净')).toBeTruthy()
    expect(suggestions.queryByRole('link')).toBeNull()
  })

  it('a clean picture is told so; several suggestions wait for a press where room is short', async () => {
    answer(CLEAN)
    holdPicture()
    const { unmount } = show()
    expect(within(await card()).getByRole('heading').textContent).toBe('没有明显的噪点、模糊或偏暗，不一定需要处理')
    expect((await card()).querySelector('p')).toBeNull()
    unmount()
    answer(RUIN)
    holdPicture({ id: '0f0f0f0f-1111-4222-8333-aaaaaaaaaaaa' })
    show('sharpen/standard/natural')
    const suggestions = within(await card())
    expect(suggestions.getAllByRole('link')).toHaveLength(3)
    const more = suggestions.getByRole('button', { name: '另有 2 个' })
    fireEvent.click(more)
    expect(more.getAttribute('aria-expanded')).toBe('true')
    expect(more.textContent).toBe('收起')
  })

  it('what was found is never beside a title that denies it, where no tool would change it to speak of', async () => {
    answer({ ...CLEAN, noiseSigma: 8, [idleKey('denoise/normal')]: 1 })
    holdPicture({ id: '0f0f0f0f-2222-4222-8333-aaaaaaaaaaaa' })
    show('sharpen/standard/natural')
    expect(within(await card()).getByRole('heading').textContent).toBe('问题不大，不一定需要处理')
    expect(within(await card()).getByText('检测到：轻微噪点')).toBeTruthy()
  })

  it('a run that is under way and a finished result stand without it: what was said about the picture before is answered', async () => {
    answer(CLEAN)
    holdPicture()
    client.jobs.start.mockResolvedValue(makeJob())
    const push = feed()
    show()
    await startEnabled()
    expect(await card()).toBeTruthy()
    fireEvent.click(startButton())
    await screen.findByText('排队中')
    expect(screen.queryByRole('region', { name: '处理建议' })).toBeNull()
    push(finishedJob())
    await screen.findByRole('link', { name: '保存图片' }, { timeout: 10_000 })
    expect(screen.queryByRole('region', { name: '处理建议' })).toBeNull()
  })

  it.each([
    ['nothing could be measured', () => answer(null)],
    ['the server fails', () => client.uploads.estimates.mockRejectedValue(new Error('broken'))],
  ])('when %s nothing is said', async (_what, arrange) => {
    arrange()
    holdPicture()
    show()
    await waitFor(() => expect(client.uploads.estimates).toHaveBeenCalled(), { timeout: 10_000 })
    await waitFor(() => expect(screen.queryByText('正在分析这张照片…')).toBeNull(), { timeout: 10_000 })
    expect(screen.queryByRole('region', { name: '处理建议' })).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('in the catalogue', () => {
  const advise = (isAuthenticated: boolean) =>
    renderPage(<CatalogueAdvice />, {
      session: { isAuthenticated, ...(isAuthenticated && { userId: 'somebody' }) },
      path: '/ai',
    })

  it('invites to send a picture and says that it costs nothing', () => {
    advise(true)
    expect(screen.getByRole('heading', { name: '不知道选哪个？' })).toBeTruthy()
    expect(screen.getByText(/查看建议不消耗积分/)).toBeTruthy()
    expect(screen.getByLabelText('选择一张照片开始')).toBeTruthy()
  })

  it('names the tools for the picture that is held', async () => {
    answer(RUIN)
    currentPicture.set(pictureOfUpload(makeUpload()))
    advise(true)
    expect(await screen.findByRole('heading', { name: '适合这张照片的工具' }, { timeout: 10_000 })).toBeTruthy()
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/ai/denoise/strong',
      '/ai/lighting/adjust',
      '/ai/enhance/standard/standard-v2',
      '/ai/repair',
    ])
    expect(screen.getByText('依次完成以上 3 步，共 5 积分')).toBeTruthy()
  })

  it('speaks of no price to who pays none', async () => {
    answer(RUIN)
    currentPicture.set(pictureOfUpload(makeUpload()))
    renderPage(<CatalogueAdvice />, {
      session: { isAuthenticated: true, userId: 'somebody', userType: 'premium' },
      path: '/ai',
    })
    expect(await screen.findByText('依次完成以上 3 步', undefined, { timeout: 10_000 })).toBeTruthy()
    expect(screen.queryByText(/开始处理时才消耗/)).toBeNull()
  })

  it('tells a visitor too, leads to the sign-in and keeps the picture; afterwards it is their own', async () => {
    answer(NOISY)
    client.uploads.claimTrial.mockResolvedValue(makeUpload())
    currentPicture.set({ ...pictureOfUpload(makeUpload()), isTrial: true })
    const { unmount } = advise(false)
    expect(await screen.findByRole('link', { name: /强力降噪/ }, { timeout: 10_000 })).toBeTruthy()
    expect(screen.getByRole('button', { name: /先试一小块/ })).toBeTruthy()
    const link = screen.getByRole('link', { name: '登录后继续' })
    expect(link.getAttribute('href')).toBe('/auth/login?redirect=%2Fai')
    const [, call] = client.uploads.estimates.mock.lastCall!
    expect(call?.context?.headers?.['x-browser-fingerprint']).toMatch(/\S{10}/)
    unmount()
    expect(currentPicture.get()?.isTrial).toBe(true)
    advise(true)
    expect(await screen.findByRole('link', { name: /强力降噪/ }, { timeout: 10_000 })).toBeTruthy()
    expect(currentPicture.get()).toMatchObject({ ownerId: 'somebody' })
    expect(currentPicture.get()?.isTrial).toBeUndefined()
  })

  it('promises a visitor with a clean picture no tools that are not there', async () => {
    answer(CLEAN)
    currentPicture.set({ ...pictureOfUpload(makeUpload()), isTrial: true })
    advise(false)
    expect(await screen.findByText('照片已保留，登录后即可选用任一工具。', {}, { timeout: 10_000 })).toBeTruthy()
  })

  it.each([
    ['whose picture could not be measured', { isTrial: true } as const],
    ['whose session has ended, with the picture of a person', {}],
  ])('tells a visitor %s only that it waits for the sign-in', async (_name, kind) => {
    answer(null)
    currentPicture.set({ ...pictureOfUpload(makeUpload()), ...kind })
    advise(false)
    expect(await screen.findByText(/照片已保留，登录后即可看到适合它的工具/, {}, { timeout: 10_000 })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /先试一小块/ })).toBeNull()
  })
})
