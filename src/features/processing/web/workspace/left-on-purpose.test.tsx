// @vitest-environment jsdom
// What a tool page holds goes with a sign-out on purpose, also one in another tab; after a session that ended by itself it waits for the sign-in.
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { setWindowPerson } from '#platform/web/http/window-person.ts'
import { prepareDom } from '#platform/web/testing/render-page.tsx'
import {
  choose,
  holdPicture,
  loadLazyParts,
  photo,
  resetServer,
  show,
  startEnabled,
  upload,
} from '../testing/tool-harness.tsx'

vi.mock('../picture/upload-picture.ts', () => import('../testing/mocked-upload.ts'))
vi.mock('../processing-client.ts', () => import('../testing/mocked-client.ts'))

beforeAll(prepareDom)
beforeAll(loadLazyParts)
beforeEach(() => {
  resetServer()
  setWindowPerson(ME)
})
afterEach(() => setWindowPerson(undefined))

const ME = '22222222-1111-4222-8333-000000000001'
const OTHER = '22222222-1111-4222-8333-000000000002'
/** As the auth state does it: the storage is emptied, then the guard takes the page away. */
const ENDINGS: readonly [string, () => void, boolean][] = [
  ['a sign-out in another tab', () => setWindowPerson(undefined), false],
  ['the sign-in of another person in another tab', () => setWindowPerson(OTHER), false],
  ['a session that ended by itself', () => setWindowPerson(undefined, true), true],
]

it.each(ENDINGS)('the picture after %s', async (_title, end, isKept) => {
  holdPicture()
  const { unmount } = show('denoise/normal', { userId: ME })
  await startEnabled()
  sessionStorage.clear()
  end()
  unmount()
  expect(sessionStorage.getItem('selected-image') !== null).toBe(isKept)
})

it.each(ENDINGS)('the file on its way after %s', async (_title, end, isKept) => {
  upload.mockImplementationOnce(() => new Promise(() => {}))
  const { unmount } = show('denoise/normal', { userId: ME })
  choose(photo())
  await waitFor(() => expect(upload).toHaveBeenCalledTimes(1))
  end()
  unmount()
  setWindowPerson(ME)
  show('denoise/normal', { userId: ME })
  if (isKept) await startEnabled()
  else await screen.findByLabelText('上传图片')
  await vi.dynamicImportSettled()
  expect(upload).toHaveBeenCalledTimes(isKept ? 2 : 1)
})
