// A tool page under test, with the server's answers in the hands of the test. Each test file says itself that `mocked-client.ts`
// and `mocked-upload.ts` stand in, because mocks belong to the file that names them.
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, vi } from 'vitest'
import type { SessionView } from '#platform/web/http/session-context.ts'
import { dropKeptFile } from '#platform/web/kept-file.ts'
import { renderPage } from '#platform/web/testing/render-page.tsx'
import type { Job } from '../../contract.ts'
import { currentPicture, pictureOfUpload } from '../picture/current-picture.ts'
import { uploadPicture } from '../picture/upload-picture.ts'
import { processingClient } from '../processing-client.ts'
import * as lazyParts from '../workspace/lazy-parts.ts'
import { ToolPage } from '../workspace/tool-page.tsx'
import { makeUpload } from './make-job.ts'

export const client = vi.mocked(processingClient, { deep: true })
export const upload = vi.mocked(uploadPicture)
export const photo = (name = 'street.jpg', type = 'image/jpeg', size = 2000) => {
  const file = new File([new Uint8Array(4)], name, { type })
  Object.defineProperty(file, 'size', { value: size })
  return file
}

/** A stream that the test feeds. */
export function feed() {
  let push: (job: Job) => void = () => {}
  const waiting: Job[] = []
  const stream = (async function* () {
    for (;;) {
      const job = waiting.shift() ?? (await new Promise<Job>((resolve) => (push = resolve)))
      yield job
    }
  })()
  client.jobs.watch.mockResolvedValue(stream as never)
  return (job: Job) => push(job)
}

export const show = (modelKey = 'denoise/normal', session: Partial<SessionView> = {}) =>
  renderPage(<ToolPage modelKey={modelKey} />, { session, path: `/ai/${modelKey}` })
export const choose = (file: File) => fireEvent.change(screen.getByLabelText('上传图片'), { target: { files: [file] } })
export const startButton = () => screen.getByRole('button', { name: /开始处理|再次处理|处理中/ })
export const isDisabled = (element: HTMLElement) => (element as HTMLButtonElement).disabled
export const holdPicture = (changes = {}) => {
  currentPicture.set(pictureOfUpload(makeUpload(changes)))
  client.uploads.get.mockResolvedValue(makeUpload(changes))
}
export const startEnabled = () => waitFor(() => expect(isDisabled(startButton())).toBe(false))

/** Before each test: no picture, no run, a server that takes uploads. */
export function resetServer(): void {
  vi.clearAllMocks()
  sessionStorage.clear()
  currentPicture.set(undefined)
  void dropKeptFile()
  client.jobs.open.mockResolvedValue([])
  client.usualSeconds.mockResolvedValue({ usual: null })
  upload.mockResolvedValue(makeUpload())
  client.uploads.get.mockResolvedValue(makeUpload())
}

/** So that a test sees them in the moment in which a visitor does who has them already. */
export const loadLazyParts = (): Promise<unknown> =>
  Promise.all(Object.values(lazyParts).map((part) => 'load' in part && part.load()))
