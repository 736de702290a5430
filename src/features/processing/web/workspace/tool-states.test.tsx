// @vitest-environment jsdom
// The states of a tool page that are no plain way through: offline, stopped, slow, failed, a background tab, and
// what can be done with a result.
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { prepareDom, renderPage } from '#platform/web/testing/render-page.tsx'
import { UploadRefused } from '../picture/upload-picture.ts'
import { finishedJob, makeJob, makeUpload, RESULT } from '../testing/make-job.ts'
import {
  choose,
  client,
  feed,
  holdPicture,
  isDisabled,
  loadLazyParts,
  photo,
  resetServer,
  show,
  startButton,
  startEnabled,
  upload,
} from '../testing/tool-harness.tsx'
import { ToolPage } from './tool-page.tsx'

vi.mock('../picture/upload-picture.ts', () => import('../testing/mocked-upload.ts'))
vi.mock('../processing-client.ts', () => import('../testing/mocked-client.ts'))

const { jobs, usualSeconds } = client
beforeAll(prepareDom)
beforeAll(loadLazyParts)
beforeEach(resetServer)
afterEach(() => {
  vi.restoreAllMocks()
  document.title = ''
})

const setNetwork = (isOnline: boolean) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')))
}
const setHidden = (isHidden: boolean) => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(isHidden ? 'hidden' : 'visible')
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}
/** From the current picture to a run that is watched; answers what pushes its next state. */
async function startRun(modelKey?: string) {
  holdPicture()
  jobs.start.mockResolvedValue(makeJob())
  const push = feed()
  show(modelKey)
  await startEnabled()
  fireEvent.click(startButton())
  await screen.findByText('排队中')
  return push
}
const finish = async (changes = {}, modelKey?: string) => {
  const push = await startRun(modelKey)
  push(finishedJob(changes))
  await screen.findByRole('link', { name: '保存图片' }, { timeout: 10_000 })
}

it('without a network nothing can be started, and it is said; the picture stays and the start comes back', async () => {
  holdPicture()
  show()
  await startEnabled()
  setNetwork(false)
  expect(isDisabled(startButton())).toBe(true)
  expect(screen.getByText('网络已断开，恢复后可以继续')).toBeTruthy()
  setNetwork(true)
  await startEnabled()
  expect(screen.getByText(/street\.jpg/)).toBeTruthy()
})

it('while the operator has stopped processing the page says so and keeps picture and parameters', async () => {
  holdPicture()
  renderPage(<ToolPage modelKey="denoise/normal" isStopped />)
  expect(await screen.findByText('图片和设置会保留在本页，恢复后无需重新上传。')).toBeTruthy()
  expect(isDisabled(startButton())).toBe(true)
  expect(await screen.findByRole('button', { name: '重新选择' })).toBeTruthy()
})

it('the usual time of the last days is shown before the start', async () => {
  usualSeconds.mockResolvedValue({ usual: { seconds: 12, from: 'history' } })
  show()
  expect(await screen.findAllByText(/^通常约 12 秒/)).toHaveLength(2)
})

it('one number everywhere: head, panel and card say what such a run usually takes, and no range and no tens of seconds beside it (decision 0212)', async () => {
  usualSeconds.mockResolvedValue({ usual: { seconds: 7.3, from: 'measured' } })
  const push = await startRun()
  push(makeJob({ status: 'processing', progress: 30, stage: 'denoise' }))
  expect(await screen.findByText('30%')).toBeTruthy()
  const times = screen.getAllByText(/^(通常约|预计)/).map(({ textContent }) => textContent)
  expect(times).toEqual(['通常约 7 秒', '通常约 7 秒', '通常约 7 秒（参考）'])
  expect(screen.queryByText(/几十秒/)).toBeNull()
  // The run knows better than the page did.
  push(makeJob({ status: 'processing', progress: 31, stage: 'denoise', usual: { seconds: 26.4, from: 'history' } }))
  expect(await screen.findByText('31%')).toBeTruthy()
  expect(screen.getAllByText(/^通常约 26 秒/)).toHaveLength(3)
  expect(screen.getByText('AI 正在处理，可能需要几十秒')).toBeTruthy()
})

it('another model does not keep the number of the one before', async () => {
  usualSeconds.mockImplementation(async ({ modelKey }) => ({
    usual: modelKey === 'denoise/normal' ? { seconds: 12, from: 'history' } : null,
  }))
  holdPicture()
  const { unmount } = show()
  await waitFor(() => expect(screen.getAllByText(/^通常约 12 秒/)).toHaveLength(2))
  unmount()
  show('denoise/strong')
  await startEnabled()
  expect(screen.queryByText(/通常约/)).toBeNull()
  expect(screen.getAllByText('预计 5–60 秒')).toHaveLength(2)
})

it('a run that takes longer than it should is said to go on', async () => {
  const push = await startRun()
  const longAgo = new Date(Date.now() - 90_000).toISOString()
  push(makeJob({ status: 'processing', progress: 50, createdAt: longAgo, startedAt: longAgo, usual: null }))
  expect(await screen.findByText('50%')).toBeTruthy()
  expect(screen.queryByText('比平时久一些，仍在处理')).toBeNull() // this page has seen its start a moment ago
  const { unmount } = show('denoise/strong')
  unmount()
  jobs.open.mockResolvedValue([
    makeJob({
      status: 'processing',
      progress: 50,
      createdAt: longAgo,
      startedAt: longAgo,
      usual: { seconds: 20, from: 'history' },
    }),
  ])
  feed()
  show()
  expect(await screen.findByText('比平时久一些，仍在处理')).toBeTruthy()
})

it('a failed run says that the credits are back, and starts again without a new upload', async () => {
  const push = await startRun()
  push(makeJob({ status: 'failed', error: { code: 'processing-timeout' } }))
  expect(await screen.findByText('本次没有消耗积分，预扣的积分已退回。')).toBeTruthy()
  jobs.start.mockResolvedValue(makeJob())
  fireEvent.click(screen.getByRole('button', { name: '重新处理' }))
  await waitFor(() => expect(jobs.start).toHaveBeenCalledTimes(2))
  const [first, second] = jobs.start.mock.calls.map(([input]) => input)
  expect(second?.source).toEqual(first?.source)
  expect(second?.startKey).not.toBe(first?.startKey)
  expect(upload).not.toHaveBeenCalled()
})

it('the title of the tab tells the share of the work and, to a hidden tab, its end', async () => {
  document.title = '标准降噪 - 焕影'
  const push = await startRun()
  push(makeJob({ status: 'processing', progress: 42, stage: 'denoise' }))
  await waitFor(() => expect(document.title).toBe('(42%) 标准降噪 - 焕影'))
  setHidden(true)
  push(finishedJob())
  await waitFor(() => expect(document.title).toBe('✓ 处理完成 · 标准降噪 - 焕影'))
  setHidden(false)
  expect(document.title).toBe('标准降噪 - 焕影')
})

it('the browser is asked for notices after a press only, and a hidden tab then gets one', async () => {
  const shown: string[] = []
  class FakeNotification {
    static permission = 'default'
    static requestPermission = vi.fn(async () => 'granted')
    constructor(title: string, options: NotificationOptions) {
      shown.push(`${title}|${options.body}`)
    }
  }
  vi.stubGlobal('Notification', FakeNotification)
  vi.stubGlobal('isSecureContext', true)
  const push = await startRun()
  expect(FakeNotification.requestPermission).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: '完成后通知我' }))
  expect(await screen.findByText('完成后会通知您')).toBeTruthy()
  setHidden(true)
  push(finishedJob())
  await waitFor(() => expect(shown).toEqual(['图片处理成功|street.jpg · 标准降噪']))
  vi.unstubAllGlobals()
})

it('a result with added detail says so in the card and below the comparison; one of the same tool on writing does not', async () => {
  const modelKey = 'enhance/generative/redefine'
  await finish({ modelKey, result: { ...RESULT, hasInventedDetail: true } })
  const card = within(screen.getByRole('region', { name: '处理后' }))
  expect(card.getByText('AI 补充细节：部分细节由 AI 推测补充，可能与真实场景不同。')).toBeTruthy()
  const comparison = within(await screen.findByRole('region', { name: '处理前后对比' }))
  expect(comparison.getByText('· AI 补充细节')).toBeTruthy()
  cleanup()
  await finish({ modelKey })
  expect(screen.queryByText(/AI 补充细节/)).toBeNull()
})

it('a result comes into view when the run that was seen going on makes room for it', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, -30, 700, 500))
  await finish()
  const stage = await screen.findByRole('region', { name: '处理前后对比' }, { timeout: 10_000 })
  await waitFor(() => expect(scrolled.mock.contexts.at(-1)).toBe(stage))
})

it('inside WeChat the result is a plain picture to press long; the full file is had in a browser, which a guide explains', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Linux; Android 14) MicroMessenger/8.0.47')
  const push = await startRun()
  push(finishedJob())
  const picture = await screen.findByRole('img', { name: 'street.jpg 的处理结果' }, { timeout: 10_000 })
  expect(picture.getAttribute('src')).toBe('/files/result-view')
  expect(screen.getByText('长按保存图片')).toBeTruthy()
  expect(document.querySelector('a[download]')).toBeNull()
  expect(screen.queryByRole('button', { name: '其他格式' })).toBeNull()

  const copied: string[] = []
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: async (text: string) => copied.push(text) } })
  fireEvent.click(screen.getByRole('button', { name: '下载完整尺寸' }))
  const guide = within(await screen.findByRole('dialog', { name: '请在浏览器中下载' }))
  expect(guide.getByText('微信内不能直接下载文件，图片已保存在您的历史记录里。')).toBeTruthy()
  fireEvent.click(guide.getByRole('button', { name: '复制下载链接' }))
  expect(await guide.findByText('链接已复制，请到浏览器中粘贴打开')).toBeTruthy()
  expect(copied).toEqual([`${location.origin}/files/result-download`])
  vi.unstubAllGlobals()
})

it('in UC, which downloads, the result is downloaded as everywhere', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(
    'Mozilla/5.0 (Linux; Android 14) UCBrowser/16.5.0.1309 Mobile',
  )
  await finish()
  expect(screen.queryByText('长按保存图片')).toBeNull()
})

it('other formats: the server makes the chosen file, the link carries its size', async () => {
  jobs.export.mockImplementation((async ({ format, quality }: { format: string; quality: string }) => ({
    downloadAddress: `/files/${format}-${quality}`,
    sizeBytes: quality === 'small' ? 200_000 : 900_000,
  })) as never)
  await finish({ result: { ...finishedJob().result!, hasAlpha: true } })
  expect(jobs.export).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: '其他格式' }))
  const first = await screen.findByRole('link', { name: '下载 JPEG（879 KB）' })
  expect(first.getAttribute('href')).toBe('/files/jpeg-high')
  expect(screen.getByText('JPEG 不支持透明，透明处会变成白色')).toBeTruthy()
  fireEvent.click(screen.getByRole('radio', { name: 'WebP' }))
  fireEvent.click(screen.getByRole('radio', { name: '省空间' }))
  const second = await screen.findByRole('link', { name: '下载 WebP（195 KB）' })
  expect(second.getAttribute('href')).toBe('/files/webp-small')
})

it('[ERR-PROC-11] a file that could not be made says so and can be asked for again', async () => {
  jobs.export.mockRejectedValueOnce(Object.assign(new Error('x'), { code: 'compression-failed' }))
  jobs.export.mockResolvedValue({ downloadAddress: '/files/again', sizeBytes: 1024 } as never)
  await finish()
  fireEvent.click(screen.getByRole('button', { name: '其他格式' }))
  expect(await screen.findByText(/图片压缩失败/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '重新加载' }))
  expect(await screen.findByRole('link', { name: '下载 JPEG（1 KB）' })).toBeTruthy()
})

it('another model takes the original, or the result as its parent', async () => {
  await finish()
  fireEvent.click(screen.getByRole('button', { name: '换个效果' }))
  fireEvent.click(await screen.findByRole('radio', { name: '用处理结果' }))
  fireEvent.click(screen.getByRole('link', { name: /强力降噪.*积分/ }))
  const stored = JSON.parse(sessionStorage.getItem('selected-image')!)
  expect(stored.parentJobId).toBe(finishedJob().id)
})

it('a lost upload keeps its file on the page that comes next', async () => {
  upload.mockRejectedValueOnce(new UploadRefused('network-failed'))
  const { unmount } = show()
  choose(photo('train.jpg'))
  expect(await screen.findByText('网络连接失败，请检查网络状态')).toBeTruthy()
  unmount()
  upload.mockResolvedValue(makeUpload({ originalFilename: 'train.jpg' }))
  show('denoise/strong')
  await startEnabled()
  expect(upload.mock.calls[1]?.[0].name).toBe('train.jpg')
})
