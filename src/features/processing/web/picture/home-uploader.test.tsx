// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useLocation } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { setWindowPerson } from '#platform/web/http/window-person.ts'
import { prepareDom, renderPage } from '#platform/web/testing/render-page.tsx'
import { HOME_UPLOAD_REDIRECT_MS } from '#rulebook/site/timing.ts'
import type { Upload } from '../../contract.ts'
import { CarriedPicture } from './carried-picture.tsx'
import { currentPicture, pictureOfUpload } from './current-picture.ts'
import { HomeUploader } from './home-uploader.tsx'
import { UploadRefused, uploadPicture } from './upload-picture.ts'

vi.mock('./upload-picture.ts', () => import('../testing/mocked-upload.ts'))
const upload = vi.mocked(uploadPicture)

const RECORD: Upload = {
  id: 'aaaaaaaa-1111-4222-8333-555555555555',
  originalFilename: '生日.bmp',
  fileSize: 2000,
  mimeType: 'image/bmp',
  width: 300,
  height: 200,
  thumbnailAddress: '/files/thumb',
  viewAddress: '/files/view',
  createdAt: '2026-01-05T04:00:00.000Z',
  filesKeptUntil: '2026-01-06T04:00:00.000Z',
  filesRemoved: false,
}
const Address = () => <output>{useLocation().pathname}</output>
const address = () => document.querySelector('output')?.textContent
const open = (isAuthenticated: boolean) =>
  renderPage(
    <>
      <HomeUploader />
      <Address />
    </>,
    { session: { isAuthenticated, ...(isAuthenticated && { userId: 'user-1' }) } },
  )
const choose = (file: File) =>
  fireEvent.change(screen.getByLabelText('选择一张照片开始'), { target: { files: [file] } })
const bmp = new File([new Uint8Array(2000)], '生日.bmp', { type: 'image/bmp' })

beforeAll(prepareDom)
afterEach(() => setWindowPerson(undefined))
beforeEach(() => {
  vi.clearAllMocks()
  currentPicture.set(undefined)
})

it('[LAND-39] after a successful upload the visitor goes to /ai 500 ms later, with the picture held as a trial', async () => {
  expect(HOME_UPLOAD_REDIRECT_MS).toBe(500)
  const timeouts = vi.spyOn(globalThis, 'setTimeout')
  upload.mockResolvedValue(RECORD)
  open(false)
  choose(bmp)
  expect(await screen.findByText('上传成功，正在前往工具列表…')).toBeTruthy()
  expect(address()).toBe('/')
  expect(timeouts.mock.calls.map(([, ms]) => ms)).toContain(500)
  await waitFor(() => expect(address()).toBe('/ai'))
  expect(upload.mock.calls[0]?.[1]).toMatchObject({ purpose: 'home', isTrial: true })
  expect(currentPicture.get()).toMatchObject({ source: { uploadId: RECORD.id }, isTrial: true })
  timeouts.mockRestore()
})

it('tells before that some tools take less (C-11), and of a picture that is carried along which do not take it', async () => {
  open(false)
  expect(screen.getByText(/最大 50 MB/).textContent).toContain('锐化、生成式增强工具最大 10 MB')
  const carried = () => screen.getByRole('region', { name: '已选图片' }).textContent
  currentPicture.set({ ...pictureOfUpload({ ...RECORD, fileSize: 10 * 1024 * 1024 }), isTrial: true })
  renderPage(<CarriedPicture />)
  expect(carried()).toContain('选择下面任一工具')
  currentPicture.set({ ...pictureOfUpload({ ...RECORD, fileSize: 10 * 1024 * 1024 + 1 }), isTrial: true })
  renderPage(<CarriedPicture />)
  expect(carried()).toContain('图片超过 10 MB，不能用于锐化、生成式增强工具。')
  expect(carried()).not.toContain('任一')
})

it('a signed-in person uploads into the own account', async () => {
  upload.mockResolvedValue(RECORD)
  open(true)
  choose(bmp)
  await waitFor(() => expect(currentPicture.get()).toMatchObject({ ownerId: 'user-1' }))
  expect(upload.mock.calls[0]?.[1]).toMatchObject({ purpose: 'home', isTrial: false })
  expect(currentPicture.get()?.isTrial).toBeUndefined()
})

it.each([
  [
    '[VALID-IMG-04]',
    new File([new Uint8Array(2000)], 'a.gif', { type: 'image/gif' }),
    /^不支持的图片格式: image\/gif，支持格式: JPEG, /,
  ],
  [
    '[VALID-IMG-03]',
    new File([new Uint8Array(1023)], 'a.jpg', { type: 'image/jpeg' }),
    '图片文件过小，可能不是有效图片',
  ],
] as const)('%s is refused in the words of the shared validator before it is sent', async (_row, file, text) => {
  open(false)
  choose(file)
  expect(await screen.findByText(text)).toBeTruthy()
  expect(upload).not.toHaveBeenCalled()
})

it('what is refused says why and leaves the choice open', async () => {
  open(false)
  choose(new File([new Uint8Array(1024)], 'notes.txt', { type: 'text/plain' }))
  expect((await screen.findByRole('alert')).textContent).toMatch(/^不支持的图片格式.*文件：notes\.txt（1 KB）$/)
  expect(upload).not.toHaveBeenCalled()
  upload.mockRejectedValue(new UploadRefused('trial-quota'))
  choose(bmp)
  await waitFor(() => expect(upload).toHaveBeenCalledTimes(1))
  expect((await screen.findByRole('alert')).textContent).toContain('文件：生日.bmp（2 KB）')
  expect(screen.getByLabelText('选择一张照片开始')).toBeTruthy()
  expect(address()).toBe('/')
})

it('an upload can be cancelled', async () => {
  upload.mockImplementation((_file, { signal, onProgress }) => {
    onProgress(500, 1000)
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  })
  open(false)
  choose(bmp)
  expect(await screen.findByText('正在上传 50%')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '取消' }))
  expect(await screen.findByLabelText('选择一张照片开始')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(currentPicture.get()).toBeUndefined()
})

it('whose person leaves, sends no further, and the next one can choose a picture', async () => {
  setWindowPerson('user-1')
  let signal: AbortSignal | undefined
  upload.mockImplementation((_file, options) => {
    signal = options.signal
    return new Promise((_resolve, reject) =>
      options.signal.addEventListener('abort', () => reject(options.signal.reason)),
    )
  })
  open(true)
  choose(bmp)
  await waitFor(() => expect(signal).toBeDefined())
  act(() => setWindowPerson('user-2'))
  expect(signal!.aborted).toBe(true)
  expect(await screen.findByLabelText('选择一张照片开始')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('whose person leaves in the moment before the page goes on, stays and asks for another picture', async () => {
  setWindowPerson('user-1')
  upload.mockResolvedValue(RECORD)
  open(true)
  choose(bmp)
  await screen.findByText('上传成功，正在前往工具列表…')
  vi.useFakeTimers()
  act(() => setWindowPerson(undefined))
  expect(screen.getByLabelText('选择一张照片开始')).toBeTruthy()
  act(() => void vi.advanceTimersByTime(HOME_UPLOAD_REDIRECT_MS))
  vi.useRealTimers()
  expect(address()).toBe('/')
})
