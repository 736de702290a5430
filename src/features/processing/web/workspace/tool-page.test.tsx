// @vitest-environment jsdom
// The flow of a tool page, from idle to the result (document 2 §2, §4, §5, §8).
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { prepareDom } from '#platform/web/testing/render-page.tsx'
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
  await waitFor(() => expect(screen.getByText('排队中')).toBeTruthy())
  push(makeJob({ status: 'processing', progress: 42, stage: 'denoise' }))
  expect(await screen.findByText('42%')).toBeTruthy()
  expect(screen.getByText('去除噪点')).toBeTruthy()
  expect(screen.getByText('AI 正在处理，可能需要几十秒')).toBeTruthy()
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
  await waitFor(() => expect(screen.getByText('排队中')).toBeTruthy())
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

it.each([
  [0, '未能停止，结果已保存在历史记录中'],
  [2, '未能停止，结果已保存在历史记录中，消耗 2 积分'],
])('a cancel that came too late names what the run cost: %s', async (creditsConsumed, notice) => {
  holdPicture()
  jobs.start.mockResolvedValue(makeJob())
  feed()
  jobs.cancel.mockResolvedValue(makeJob({ status: 'completed', creditsConsumed }))
  show()
  await startEnabled()
  fireEvent.click(startButton())
  fireEvent.click(await screen.findByRole('button', { name: '取消' }))
  fireEvent.click(screen.getByRole('button', { name: '确认取消' }))
  expect(await screen.findByText(notice)).toBeTruthy()
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

it('[MODELPAGE-02] [MODELPAGE-03] [MODELPAGE-04] [MODELPAGE-05] breadcrumb, cost, time tag and upload hint of a model page', () => {
  show('enhance/generative/recovery-v2')
  expect(screen.getByRole('link', { name: 'AI 工具' }).getAttribute('href')).toBe('/ai')
  expect(screen.getByText('5 积分')).toBeTruthy()
  expect(screen.getAllByText(/^预计/).map(({ textContent }) => textContent)).toEqual([
    '预计 2–10 分钟',
    '预计 2–10 分钟',
  ])
  expect(screen.getByText('支持 JPG、PNG、WebP，最大 10 MB')).toBeTruthy()
})

it('[ROUTE-55] an unknown model shows the placeholder, logs an error and cannot be started', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  show('enhance/standard/nothing')
  expect(screen.getByText('Unknown Model')).toBeTruthy()
  expect(screen.getByText('模型信息未找到')).toBeTruthy()
  expect(screen.getByText('没有找到这个工具，链接可能已失效。')).toBeTruthy()
  expect(screen.getByText('1 积分')).toBeTruthy()
  expect(isDisabled(startButton())).toBe(true)
  expect(screen.getByRole('link', { name: '查看全部工具' }).getAttribute('href')).toBe('/ai')
  expect(log).toHaveBeenCalledWith(expect.stringContaining('enhance/standard/nothing'))
  log.mockRestore()
})
