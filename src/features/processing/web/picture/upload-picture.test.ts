// @vitest-environment jsdom
// Whose name an upload is sent in: that of who chose the picture, whoever signs in while its token is renewed.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setAccessTokenSource } from '#platform/web/http/api-link.ts'
import { setWindowPerson } from '#platform/web/http/window-person.ts'
import { makeUpload } from '../testing/make-job.ts'
import { uploadPicture } from './upload-picture.ts'

/** Answers given in their order, and the tokens that came with the requests. */
let answers: { readonly status: number; readonly body: unknown }[] = []
let tokens: (string | undefined)[] = []

class ScriptedRequest {
  upload = {}
  status = 0
  responseText = ''
  onload = (): void => {}
  onloadend = (): void => {}
  #token: string | undefined
  open(): void {}
  setRequestHeader(name: string, value: string): void {
    if (name === 'authorization') this.#token = value
  }
  send(): void {
    tokens.push(this.#token)
    const { status, body } = answers.shift()!
    this.status = status
    this.responseText = JSON.stringify(body)
    this.onload()
    this.onloadend()
  }
}

beforeEach(() => {
  answers = [
    { status: 401, body: { code: 'login-required' } },
    { status: 200, body: makeUpload() },
  ]
  tokens = []
  vi.stubGlobal('XMLHttpRequest', ScriptedRequest)
  setWindowPerson('a')
})
afterEach(() => {
  vi.unstubAllGlobals()
  setAccessTokenSource(async () => null)
  setWindowPerson(undefined)
})

const send = () =>
  uploadPicture(new File(['x'], 'a.jpg', { type: 'image/jpeg' }), {
    purpose: 'main',
    signal: new AbortController().signal,
    onProgress: () => {},
  })

it('a refused token is renewed and the picture sent once more', async () => {
  setAccessTokenSource(async (mustRefresh) => (mustRefresh ? 'fresh' : 'stale'))
  expect((await send()).id).toBe(makeUpload().id)
  expect(tokens).toEqual(['Bearer stale', 'Bearer fresh'])
})

it('is not sent again in the name of somebody else, who has signed in while the token was renewed', async () => {
  setAccessTokenSource(async (mustRefresh) => {
    if (mustRefresh) setWindowPerson('b')
    return mustRefresh ? 'of b' : 'of a'
  })
  await expect(send()).rejects.toMatchObject({ code: 'login-required' })
  expect(tokens).toEqual(['Bearer of a'])
})

it('is not sent at all where that happened before its first byte', async () => {
  setAccessTokenSource(async () => {
    setWindowPerson('b')
    return 'of b'
  })
  await expect(send()).rejects.toMatchObject({ code: 'not-signed-in' })
  expect(tokens).toEqual([])
})
