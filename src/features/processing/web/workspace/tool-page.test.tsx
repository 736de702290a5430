// @vitest-environment jsdom
// The flow of a tool page, from idle to the result (document 2 §2, §4, §5, §8).
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { prepareDom } from '#platform/web/testing/render-page.tsx'
import { UploadRefused } from '../picture/upload-picture.ts'
import { finishedJob, JOB_ID, makeJob, makeUpload, UPLOAD_ID } from '../testing/make-job.ts'
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

vi.mock('../picture/upload-picture.ts', () => import('../testing/mocked-upload.ts'))
vi.mock('../processing-client.ts', () => import('../testing/mocked-client.ts'))

const { jobs, uploads } = client
beforeAll(prepareDom)
beforeAll(loadLazyParts)
beforeEach(resetServer)

it('[TOOL-09] start is disabled with no image', () => {
  show()
  expect(isDisabled(startButton())).toBe(true)
  expect(screen.getByText('请先上传图片')).toBeTruthy()
})

it('[TOOL-02] [TOOL-05] [UPLOAD-11] a chosen file is uploaded and held, with its success text and a re-select button', async () => {
  show()
  choose(photo())
  await startEnabled()
  expect(upload.mock.calls[0]?.[1].purpose).toBe('main')
  expect(screen.getByText('图片上传成功')).toBeTruthy()
  expect(screen.getByRole('button', { name: '重新选择' })).toBeTruthy()
})

it('[TOOL-01] a file dropped on the page is uploaded', async () => {
  show()
  const drop = new Event('drop', { bubbles: true }) as Event & { dataTransfer: unknown }
  drop.dataTransfer = { types: ['Files'], files: [photo()] }
  window.dispatchEvent(drop)
  await startEnabled()
  expect(upload).toHaveBeenCalledTimes(1)
})

it('[TOOL-12] re-select returns to idle: no image, no result', async () => {
  holdPicture()
  show()
  await startEnabled()
  fireEvent.click(screen.getByRole('button', { name: '重新选择' }))
  expect(screen.getByLabelText('上传图片')).toBeTruthy()
  expect(isDisabled(startButton())).toBe(true)
  expect(sessionStorage.getItem('selected-image')).toBeNull()
})

it('[TOOL-11] a restored image starts disabled until the server has confirmed its file', async () => {
  holdPicture()
  let confirm: (value: ReturnType<typeof makeUpload>) => void = () => {}
  uploads.get.mockReturnValue(new Promise((resolve) => (confirm = resolve)) as never)
  show()
  expect(isDisabled(startButton())).toBe(true)
  confirm(makeUpload())
  await startEnabled()
})

it('a restored image whose files are gone is dropped with the reason', async () => {
  holdPicture()
  uploads.get.mockResolvedValue(makeUpload({ filesRemoved: true }))
  show()
  expect(await screen.findByText('图片已过期，请重新上传')).toBeTruthy()
  expect(screen.getByLabelText('上传图片')).toBeTruthy()
})

it('[PROC-13] [TOOL-06] [PRICE-09] cost note and start button show the same price, which is what the start carries', async () => {
  holdPicture()
  jobs.start.mockResolvedValue(makeJob())
  feed()
  show()
  await startEnabled()
  expect(screen.getByTestId('cost-note').textContent).toContain('本次处理消耗 2 个积分')
  expect(startButton().textContent).toContain('2 积分')
  fireEvent.click(startButton())
  await waitFor(() => expect(jobs.start).toHaveBeenCalled())
  expect(jobs.start.mock.calls[0]?.[0]).toMatchObject({
    source: { uploadId: UPLOAD_ID },
    modelKey: 'denoise/normal',
    mode: 'auto',
    params: {},
    shownCredits: 2,
  })
})

it('a small enlargement costs 1, with its reason, before the start', async () => {
  holdPicture({ width: 1024, height: 1024 })
  show('enhance/standard/standard-v2')
  await startEnabled()
  expect(startButton().textContent).toContain('2 积分')
  fireEvent.click(screen.getByRole('radio', { name: '手动' }))
  expect(startButton().textContent).toContain('1 积分')
  expect(screen.getByText(/放大不超过 2 倍/)).toBeTruthy()
})

it('[TOOL-10] [TOOL-14] [TOOL-15] while processing start is disabled and the overlay shows stage, share and its text', async () => {
  holdPicture()
  jobs.start.mockResolvedValue(makeJob())
  const push = feed()
  show()
  await startEnabled()
  fireEvent.click(startButton())
  await waitFor(() => expect(jobs.watch).toHaveBeenCalled())
  await waitFor(() => expect(screen.getByText('排队等待中')).toBeTruthy())
  push(makeJob({ status: 'processing', progress: 42, stage: 'denoise' }))
  expect(await screen.findByText('42%')).toBeTruthy()
  expect(screen.getByText('去除噪点')).toBeTruthy()
  expect(screen.getByText('AI正在处理中，可能需要几十秒，请耐心等待')).toBeTruthy()
  expect(isDisabled(startButton())).toBe(true)
})

it('[TOOL-03] [TOOL-17] a finished run names its engine, and after a second shows slider and download', async () => {
  holdPicture()
  jobs.start.mockResolvedValue(makeJob())
  const push = feed()
  const refreshProfile = vi.fn(async () => {})
  show('denoise/normal', { refreshProfile })
  await startEnabled()
  fireEvent.click(startButton())
  await waitFor(() => expect(jobs.watch).toHaveBeenCalled())
  await waitFor(() => expect(screen.getByText('排队等待中')).toBeTruthy())
  push(finishedJob({ aiService: 'topaz' }))
  expect(await screen.findByText('Topaz AI图像处理成功')).toBeTruthy()
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('100')
  const link = await screen.findByRole('link', { name: /保存图片/ }, { timeout: 3000 })
  expect(link.getAttribute('href')).toBe('/files/result-download')
  expect(screen.queryByRole('progressbar')).toBeNull()
  expect(screen.getByRole('radio', { name: '滑动对比' })).toBeTruthy()
  expect(refreshProfile).toHaveBeenCalledTimes(2)
})

it("the local engine's result is not passed off as another's", async () => {
  holdPicture()
  jobs.start.mockResolvedValue(finishedJob())
  jobs.watch.mockImplementation(() => {
    throw new Error('nothing to watch')
  })
  sessionStorage.setItem('shown-job', JSON.stringify({ modelKey: 'denoise/normal', jobId: JOB_ID }))
  jobs.get.mockResolvedValue(finishedJob())
  show()
  expect(await screen.findByRole('link', { name: /保存图片/ }, { timeout: 3000 })).toBeTruthy()
  expect(screen.queryByText('Topaz AI图像处理成功')).toBeNull()
})

it('[TOOL-16] a confirmed cancel shows 已取消当前处理任务 and stops the waiting', async () => {
  holdPicture()
  jobs.start.mockResolvedValue(makeJob())
  feed()
  jobs.cancel.mockResolvedValue(makeJob({ status: 'failed', error: { code: 'processing-cancelled' } }))
  show()
  await startEnabled()
  fireEvent.click(startButton())
  fireEvent.click(await screen.findByRole('button', { name: '取消' }))
  expect(jobs.cancel).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '继续处理' }))
  fireEvent.click(screen.getByRole('button', { name: '确认取消' }))
  expect(await screen.findByText('已取消当前处理任务')).toBeTruthy()
  await startEnabled()
})

it('coming back finds the running job of this model again, with its picture', async () => {
  jobs.open.mockResolvedValue([
    makeJob({ modelKey: 'denoise/strong' }),
    makeJob({ status: 'processing', progress: 61 }),
  ])
  feed()
  show()
  expect(await screen.findByText('61%')).toBeTruthy()
  expect(screen.getByText(/street\.jpg/)).toBeTruthy()
})

it('[STATE-11] another model clears the result and keeps the picture', async () => {
  holdPicture()
  sessionStorage.setItem('shown-job', JSON.stringify({ modelKey: 'denoise/normal', jobId: JOB_ID }))
  jobs.get.mockResolvedValue(finishedJob())
  const { unmount } = show()
  await screen.findByRole('link', { name: /保存图片/ }, { timeout: 3000 })
  unmount()
  show('denoise/strong')
  await startEnabled()
  expect(screen.queryByRole('link', { name: /保存图片/ })).toBeNull()
  expect(screen.getByText(/street\.jpg/)).toBeTruthy()
  expect(sessionStorage.getItem('shown-job')).toBeNull()
})

it('a refused start shows its text and that nothing was charged', async () => {
  holdPicture()
  jobs.start.mockRejectedValue(Object.assign(new Error('x'), { code: 'emergency-stop' }))
  show()
  await startEnabled()
  fireEvent.click(startButton())
  expect(await screen.findByText('AI 处理已暂停，请稍后再试。本次没有消耗积分')).toBeTruthy()
  expect(screen.queryByText('本次没有消耗积分。')).toBeNull()
  await startEnabled()
})

it('a changed price is shown and is what the next press carries', async () => {
  holdPicture()
  jobs.start.mockRejectedValueOnce(Object.assign(new Error('x'), { code: 'price-changed', data: { credits: 4 } }))
  jobs.start.mockResolvedValue(makeJob())
  feed()
  show()
  await startEnabled()
  fireEvent.click(startButton())
  await waitFor(() => expect(startButton().textContent).toContain('4 积分'))
  fireEvent.click(startButton())
  await waitFor(() => expect(jobs.start.mock.calls[1]?.[0]).toMatchObject({ shownCredits: 4 }))
})

it('our engine in the place of a provider is offered with its price, and the next press accepts it', async () => {
  holdPicture()
  const data = { name: 'Topaz Labs', credits: 1 }
  jobs.start.mockRejectedValueOnce(Object.assign(new Error('x'), { code: 'engine-instead', data }))
  jobs.start.mockResolvedValue(makeJob())
  feed()
  show()
  await startEnabled()
  fireEvent.click(startButton())
  expect(await screen.findByText(/Topaz Labs 暂时无法使用。可改由本站处理.*只需 1 个积分/)).toBeTruthy()
  expect(jobs.start.mock.calls[0]?.[0]).not.toHaveProperty('acceptsEngine')
  await waitFor(() => expect(startButton().textContent).toContain('1 积分'))
  fireEvent.click(startButton())
  await waitFor(() => expect(jobs.start.mock.calls[1]?.[0]).toMatchObject({ shownCredits: 1, acceptsEngine: true }))
})

it('too few credits are told before any press: the button is the way to more', async () => {
  holdPicture()
  show('denoise/normal', { creditsRemaining: 1 })
  expect(await screen.findByText(/积分不足，需要 2 个积分，剩余 1 个/)).toBeTruthy()
  expect(screen.getByRole('link', { name: '获取积分' }).getAttribute('href')).toBe(
    '/profile/billing?from=%2Fai%2Fdenoise%2Fnormal',
  )
  expect(screen.queryByRole('button', { name: /开始处理/ })).toBeNull()
})

it('an unlimited tier sees the list price and that nothing is charged', () => {
  show('denoise/normal', { userType: 'vip', creditsRemaining: 0 })
  expect(screen.getByText('会员不限次，本次不消耗积分')).toBeTruthy()
  expect(startButton().textContent).toContain('2 积分')
  expect(screen.queryByText(/积分不足/)).toBeNull()
})

it.each([
  [
    '[UPLOAD-09] the main uploader refuses other types',
    'denoise/normal',
    photo('a.gif', 'image/gif'),
    /^不支持的文件格式。支持格式：/,
  ],
  [
    '[UPLOAD-10] the main uploader refuses over 50 MB',
    'denoise/normal',
    photo('a.jpg', 'image/jpeg', 50 * 1024 * 1024 + 1),
    '文件大小不能超过 50MB',
  ],
  [
    '[UPLOAD-13] the alternate uploader refuses what is no image',
    'sharpen/standard/standard',
    photo('a.txt', 'text/plain'),
    '请选择图片文件',
  ],
  [
    '[UPLOAD-14] the alternate uploader refuses over 10 MB',
    'sharpen/standard/standard',
    photo('a.jpg', 'image/jpeg', 10 * 1024 * 1024 + 1),
    '文件大小不能超过10MB',
  ],
])('%s, before anything is sent', async (_title, modelKey, file, text) => {
  show(modelKey)
  choose(file)
  expect(await screen.findByText(text)).toBeTruthy()
  expect(upload).not.toHaveBeenCalled()
})

it.each([
  ['[UPLOAD-10] exactly 50 MB', 'denoise/normal', photo('a.jpg', 'image/jpeg', 50 * 1024 * 1024), 'main'],
  [
    '[UPLOAD-14] exactly 10 MB',
    'sharpen/standard/standard',
    photo('a.jpg', 'image/jpeg', 10 * 1024 * 1024),
    'alternate',
  ],
  ['[UPLOAD-12] gif in the alternate uploader', 'sharpen/standard/standard', photo('a.gif', 'image/gif'), 'alternate'],
  ['[UPLOAD-05] heic without a declared type', 'denoise/normal', photo('a.heic', ''), 'main'],
])('%s is sent', async (_title, modelKey, file, purpose) => {
  show(modelKey)
  choose(file)
  await waitFor(() => expect(upload).toHaveBeenCalledTimes(1))
  expect(upload.mock.calls[0]?.[1].purpose).toBe(purpose)
})

it('[UPLOAD-25] a failure of the storage shows OSS上传失败 and clears the image', async () => {
  upload.mockRejectedValue(new UploadRefused('storage-failed'))
  show()
  choose(photo())
  expect(await screen.findByText('OSS上传失败')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '重新上传' })).toBeNull()
  expect(sessionStorage.getItem('selected-image')).toBeNull()
})

it('a lost network keeps the file for another try', async () => {
  upload.mockRejectedValueOnce(new UploadRefused('network-failed'))
  show()
  choose(photo())
  expect(await screen.findByText('网络连接失败，请检查网络状态')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '重新上传' }))
  await startEnabled()
  expect(upload).toHaveBeenCalledTimes(2)
})

it('shows the bytes that were sent, and stops on request', async () => {
  let sent: (bytes: number, total: number) => void = () => {}
  let signal: AbortSignal | undefined
  upload.mockImplementation((_file, options) => {
    sent = options.onProgress
    signal = options.signal
    return new Promise(() => {})
  })
  show()
  choose(photo('a.jpg', 'image/jpeg', 4 * 1024 * 1024))
  await waitFor(() => expect(upload).toHaveBeenCalled())
  sent(2 * 1024 * 1024, 4 * 1024 * 1024)
  expect(await screen.findByText(/已上传 2MB \/ 4MB/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '取消上传' }))
  expect(signal?.aborted).toBe(true)
  expect(screen.getByLabelText('上传图片')).toBeTruthy()
})

it('a picture from a tool with a larger limit cannot be started on a model page', async () => {
  holdPicture({ fileSize: 11 * 1024 * 1024 })
  show('sharpen/standard/standard')
  expect(await screen.findByText('文件大小不能超过10MB')).toBeTruthy()
  expect(isDisabled(startButton())).toBe(true)
})

it('[MODELPAGE-02] [MODELPAGE-03] [MODELPAGE-04] [MODELPAGE-05] breadcrumb, cost, time tag and upload hint of a model page', () => {
  show('enhance/generative/recovery-v2')
  expect(screen.getByRole('link', { name: 'AI 工具' }).getAttribute('href')).toBe('/ai')
  expect(screen.getByText('5 积分')).toBeTruthy()
  expect(screen.getAllByText(/^预计/).map(({ textContent }) => textContent)).toEqual([
    '预计 2–10 分钟',
    '预计 2–10 分钟',
  ])
  expect(screen.getByText('JPG, PNG, WebP, 最大 10 MB')).toBeTruthy()
})

it('[ROUTE-55] an unknown model shows the placeholder, logs an error and cannot be started', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  show('enhance/standard/nothing')
  expect(screen.getByText('Unknown Model')).toBeTruthy()
  expect(screen.getByText('模型信息未找到')).toBeTruthy()
  expect(screen.getByText('1 积分')).toBeTruthy()
  expect(isDisabled(startButton())).toBe(true)
  expect(screen.getByRole('link', { name: '查看全部工具' }).getAttribute('href')).toBe('/ai')
  expect(log).toHaveBeenCalledWith(expect.stringContaining('enhance/standard/nothing'))
  log.mockRestore()
})
