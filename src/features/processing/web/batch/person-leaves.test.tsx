// @vitest-environment jsdom
// What one person began in this window is not gone on with in the name of the next one.
import { act, cleanup, renderHook, screen } from '@testing-library/react'
import type { PropsWithChildren } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { SessionContext, VISITOR_SESSION } from '#platform/web/http/session-context.ts'
import { setWindowPerson } from '#platform/web/http/window-person.ts'
import { prepareDom, renderPage } from '#platform/web/testing/render-page.tsx'
import { RECOMMENDATION_TEXTS } from '#rulebook/runs/recommendation-texts.ts'
import { modelByKey } from '#rulebook/tools/catalogue.ts'
import { CarriedPicture } from '../picture/carried-picture.tsx'
import { currentPicture, pictureOfUpload } from '../picture/current-picture.ts'
import { processingClient } from '../processing-client.ts'
import { CatalogueAdvice } from '../recommend/catalogue-advice.tsx'
import { makeJob, makeUpload } from '../testing/make-job.ts'
import { holdFiles, takeFiles } from './held-files.ts'
import { useBatch } from './use-batch.ts'

const upload = vi.hoisted(() => vi.fn())
vi.mock('../picture/upload-picture.ts', async (original) => ({ ...(await original<object>()), uploadPicture: upload }))

vi.mock('../processing-client.ts', () => import('../testing/mocked-client.ts'))
const server = vi.mocked(processingClient, { deep: true })

beforeAll(prepareDom)
beforeEach(() => {
  sessionStorage.clear()
  setWindowPerson('a')
})
afterEach(() => {
  cleanup()
  setWindowPerson(undefined)
  upload.mockReset()
})

const photo = (name: string) => new File([new Uint8Array(2000)], name, { type: 'image/jpeg' })
const of = (userId: string) => ({
  wrapper: ({ children }: PropsWithChildren) => (
    <SessionContext value={{ ...VISITOR_SESSION, isAuthenticated: true, userId }}>{children}</SessionContext>
  ),
})
const batchOf = (userId: string) => renderHook(() => useBatch(modelByKey('denoise/normal')!), of(userId))

it('a batch sends no further picture after its person has signed out, whoever signs in then', async () => {
  const ends: (() => void)[] = []
  upload.mockImplementation(
    (_file, { signal }: { signal: AbortSignal }) =>
      new Promise((resolve, reject) => {
        ends.push(() => resolve(makeUpload()))
        signal.addEventListener('abort', () => reject(signal.reason))
      }),
  )
  const { result, unmount } = batchOf('a')
  const { batch } = result.current
  act(() => {
    batch.add(['1', '2', '3', '4', '5', '6'].map((name) => photo(`${name}.jpg`)))
    batch.start()
  })
  const begun = upload.mock.calls.length
  expect(begun).toBeGreaterThan(0)
  unmount()
  setWindowPerson(undefined)
  setWindowPerson('b')
  const own = batchOf('b').result.current
  for (const end of ends) end()
  await act(async () => {})
  expect(upload).toHaveBeenCalledTimes(begun)
  expect(new Set(batch.state().items.map(({ phase }) => phase))).toEqual(new Set(['stopped']))
  expect(own.state.items).toEqual([])
})

it('whose pictures run, cancels none in the name of the next one, and their watching ends', async () => {
  upload.mockResolvedValue(makeUpload())
  server.jobs.start.mockResolvedValue(makeJob({ status: 'processing' }))
  const watched: AbortSignal[] = []
  server.jobs.watch.mockImplementation(
    (_input, options) =>
      new Promise((_, fail) => {
        const { signal } = options as { signal: AbortSignal }
        signal.addEventListener('abort', () => fail(signal.reason))
        watched.push(signal)
      }),
  )
  const { batch } = batchOf('c').result.current
  act(() => {
    batch.add([photo('1.jpg')])
    batch.start()
  })
  await vi.waitFor(() => expect(watched).toHaveLength(1))
  // As its page says, nothing is taken.
  expect(server.jobs.start.mock.lastCall![0]).toMatchObject({ shownCredits: 0 })
  setWindowPerson('b')
  await vi.waitFor(() => expect(batch.state().items[0]!.phase).toBe('lost'))
  expect(watched[0]!.aborted).toBe(true)
  expect(server.jobs.cancel).not.toHaveBeenCalled()
})

it('files on their way to the batch page are dropped', () => {
  holdFiles([photo('1.jpg')])
  setWindowPerson(undefined)
  expect(takeFiles()).toEqual([])
})

const VIEWERS = [
  [undefined, false],
  ['b', false],
  ['a', true],
] as const
const as = (userId: string | undefined) => ({
  session: { isAuthenticated: userId !== undefined, ...(userId && { userId }) },
})

it('the picture of the one is shown neither to a visitor nor to the other, but to its owner', () => {
  currentPicture.set(pictureOfUpload(makeUpload()))
  for (const [userId, isShown] of VIEWERS) {
    renderPage(<CarriedPicture />, as(userId))
    expect(screen.queryByRole('region', { name: '已选图片' }) !== null).toBe(isShown)
    cleanup()
  }
})

it('the page of the tools says of it that it waits, to a visitor, and asks the other for a picture; neither has it looked at', async () => {
  const asksForOne = () => screen.queryByRole('region', { name: RECOMMENDATION_TEXTS.askTitle }) !== null
  currentPicture.set(pictureOfUpload(makeUpload()))
  renderPage(<CatalogueAdvice />, as(undefined))
  await screen.findByText(RECOMMENDATION_TEXTS.signInNote)
  expect(asksForOne()).toBe(false)
  cleanup()
  renderPage(<CatalogueAdvice />, as('b'))
  expect(asksForOne()).toBe(true)
  cleanup()
  expect(server.uploads.estimates).not.toHaveBeenCalled()
  renderPage(<CatalogueAdvice />, as('a'))
  expect(asksForOne()).toBe(false)
  await vi.waitFor(() => expect(server.uploads.estimates).toHaveBeenCalledTimes(1))
})
