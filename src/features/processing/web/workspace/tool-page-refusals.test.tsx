// @vitest-environment jsdom
// What stands in the way of a run on a tool page: refusals, too few credits, a failed or cut upload, a picture too large (document 2 §2, §5, §8).
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { prepareDom } from '#platform/web/testing/render-page.tsx'
import { UploadRefused } from '../picture/upload-picture.ts'
import { makeJob } from '../testing/make-job.ts'
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

const { jobs } = client
beforeAll(prepareDom)
beforeAll(loadLazyParts)
beforeEach(resetServer)

it('a refused start shows its text and that nothing was charged', async () => {
  holdPicture()
  jobs.start.mockRejectedValue(Object.assign(new Error('x'), { code: 'emergency-stop' }))
  show()
  await startEnabled()
  fireEvent.click(startButton())
  expect(await screen.findByText('AI 处理已暂停，请稍后再试。本次没有消耗积分。')).toBeTruthy()
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
  expect(await screen.findByText(/Topaz Labs 暂时无法使用。可在工具页改由本站处理.*只需 1 个积分/)).toBeTruthy()
  expect(screen.getByText('同意的话，请再次点击“开始处理”。')).toBeTruthy()
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

it('[C-05] an unlimited tier sees one price: nothing is charged, and the list price is called so', () => {
  show('denoise/normal', { userType: 'vip', creditsRemaining: 0 })
  expect(screen.getByTestId('cost-note').textContent).toBe('您的账户类型不扣积分')
  expect(screen.getByText('原价 2 积分')).toBeTruthy()
  expect(startButton().textContent).toBe('开始处理')
  expect(screen.queryByText(/积分不足/)).toBeNull()
})

it('an unlimited tier agrees to nothing being taken', async () => {
  holdPicture()
  jobs.start.mockResolvedValue(makeJob())
  feed()
  show('denoise/normal', { userType: 'vip' })
  await startEnabled()
  fireEvent.click(startButton())
  await waitFor(() => expect(jobs.start.mock.calls[0]?.[0]).toMatchObject({ shownCredits: 0 }))
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
    '文件大小不能超过 50 MB',
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
  expect(screen.getByText('图片没有保存成功，请重新上传')).toBeTruthy()
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
  expect(await screen.findByText(/已上传 2 MB \/ 4 MB/)).toBeTruthy()
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
