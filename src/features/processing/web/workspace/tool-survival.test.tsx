// @vitest-environment jsdom
// What a tool page keeps: through a sign-in, another model, another page (C-36, U-31).
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { keepFile, readKept } from '#platform/web/kept-file.ts'
import { prepareDom } from '#platform/web/testing/render-page.tsx'
import { keepSharedFile, sharedFile } from '#platform/web/waiting-file.ts'
import type { Job } from '../../contract.ts'
import { currentPicture, pictureOfUpload } from '../picture/current-picture.ts'
import { makeJob, makeUpload, UPLOAD_ID } from '../testing/make-job.ts'
import {
  choose,
  client,
  holdPicture,
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

const ME = '22222222-1111-4222-8333-000000000001'
const OTHER = '22222222-1111-4222-8333-000000000002'

it('a picture that was uploaded without an account is taken over with the same fingerprint, and held as one of the own', async () => {
  currentPicture.set({ ...pictureOfUpload(makeUpload()), isTrial: true })
  uploads.claimTrial.mockResolvedValue(makeUpload())
  show('denoise/normal', { userId: ME })
  await startEnabled()
  const [input, options] = uploads.claimTrial.mock.calls[0]!
  expect(input).toEqual({ id: UPLOAD_ID })
  expect(options?.context?.headers?.['x-browser-fingerprint']).toBe(localStorage.getItem('browser-fingerprint'))
  await waitFor(() => expect(JSON.parse(sessionStorage.getItem('selected-image')!)).toMatchObject({ ownerId: ME }))
  expect(JSON.parse(sessionStorage.getItem('selected-image')!).isTrial).toBeUndefined()
  expect(uploads.claimTrial).toHaveBeenCalledTimes(1)
})

it('what one person held is not shown to the next one in the same tab', async () => {
  currentPicture.set({ ...pictureOfUpload(makeUpload()), ownerId: OTHER })
  show('denoise/normal', { userId: ME })
  expect(screen.queryByText(/street\.jpg/)).toBeNull()
  await waitFor(() => expect(sessionStorage.getItem('selected-image')).toBeNull())
  expect(uploads.get).not.toHaveBeenCalled()
})

it('a session that ended empties the storage; picture and parameters are there again after the sign-in', async () => {
  holdPicture()
  const { unmount } = show('denoise/normal', { userId: ME })
  await startEnabled()
  fireEvent.click(screen.getByRole('radio', { name: '手动' }))
  fireEvent.keyDown(screen.getByRole('slider', { name: '强度' }), { key: 'End' })
  sessionStorage.clear()
  unmount()
  show('denoise/normal', { userId: ME })
  await startEnabled()
  expect(screen.getByText(/street\.jpg/)).toBeTruthy()
  expect(screen.getByRole('slider', { name: '强度' }).getAttribute('aria-valuenow')).toBe('1')
})

it('parameters are remembered for each model', async () => {
  const first = show('denoise/normal')
  fireEvent.click(screen.getByRole('radio', { name: '手动' }))
  fireEvent.keyDown(screen.getByRole('slider', { name: '强度' }), { key: 'End' })
  first.unmount()
  const second = show('lighting/adjust')
  expect((screen.getByRole('radio', { name: '自动' }) as HTMLInputElement).checked).toBe(true)
  second.unmount()
  show('denoise/normal')
  expect(screen.getByRole('slider', { name: '强度' }).getAttribute('aria-valuenow')).toBe('1')
})

it('an upload whose page goes away is finished by the next tool page', async () => {
  upload.mockImplementationOnce(() => new Promise(() => {}))
  const { unmount } = show('denoise/normal', { userId: ME })
  choose(photo())
  await waitFor(() => expect(upload).toHaveBeenCalledTimes(1))
  unmount()
  show('sharpen/standard/standard', { userId: ME })
  await startEnabled()
  expect(upload.mock.calls[1]?.[0].name).toBe('street.jpg')
  expect(upload.mock.calls[1]?.[1].purpose).toBe('alternate')
})

it('a file chosen before it turns out that the session is over is sent after the sign-in', async () => {
  upload.mockImplementationOnce(() => new Promise(() => {}))
  const { unmount } = show('denoise/normal', { isAuthenticated: false })
  choose(photo())
  await waitFor(() => expect(upload).toHaveBeenCalledTimes(1))
  unmount()
  show('denoise/normal', { userId: ME })
  await startEnabled()
  expect(upload.mock.calls[1]?.[0].name).toBe('street.jpg')
})

it.each([
  ['is sent at once', ME, 1],
  ["is not sent when it was another person's", OTHER, 0],
])('a file that waits for a tool page %s', async (_title, ownerId, times) => {
  await keepFile(photo(), ownerId)
  show('denoise/normal', { userId: ME })
  if (times > 0) await startEnabled()
  else await waitFor(async () => expect(await readKept()).toBeUndefined()) // the page has taken it away
  expect(upload).toHaveBeenCalledTimes(times)
})

it('a picture that came by the share target, which any site can post to, is offered and not sent', async () => {
  await keepSharedFile(photo('planted.jpg'))
  show('denoise/normal', { userId: ME })
  expect(await screen.findByText('收到分享的图片：planted.jpg')).toBeTruthy()
  expect(upload).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: '使用这张图片' }))
  await startEnabled()
  expect(upload.mock.calls[0]?.[0].name).toBe('planted.jpg')
  expect(screen.queryByText(/收到分享的图片/)).toBeNull()
  expect(await sharedFile()).toBeUndefined()
})

it('a shared picture is not said to a visitor, waits for the sign-in, and is gone when it is not wanted', async () => {
  await keepSharedFile(photo('planted.jpg'))
  const visitor = show('denoise/normal', { isAuthenticated: false, userId: undefined })
  await act(async () => {})
  expect(screen.queryByText(/收到分享的图片/)).toBeNull()
  visitor.unmount()
  holdPicture()
  const { unmount } = show('denoise/normal', { userId: ME })
  await screen.findByText(/收到分享的图片/)
  fireEvent.click(screen.getByRole('button', { name: '取消' }))
  expect(screen.queryByText(/收到分享的图片/)).toBeNull()
  await startEnabled()
  unmount()
  show('denoise/normal', { userId: ME })
  await startEnabled()
  expect(screen.queryByText(/收到分享的图片/)).toBeNull()
  expect(upload).not.toHaveBeenCalled()
})

it('a start that was quicker than the answer about an earlier run keeps its place', async () => {
  holdPicture()
  let answerOpen: (jobs: Job[]) => void = () => {}
  jobs.open.mockReturnValue(new Promise<Job[]>((resolve) => (answerOpen = resolve)) as never)
  jobs.start.mockRejectedValue({ code: 'insufficient-credits', status: 402 })
  show('denoise/normal', { userId: ME })
  await startEnabled()
  fireEvent.click(startButton())
  const refusal = await screen.findByRole('alert')
  await act(async () => answerOpen([makeJob()]))
  expect(refusal.isConnected).toBe(true)
  expect(jobs.watch).not.toHaveBeenCalled()
})
