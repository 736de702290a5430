// @vitest-environment jsdom
// What becomes of a picture whose way breaks off: nothing is sent twice, nothing is given up that goes on, and a person decides at last.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  BEGUN_UPLOAD_PATH,
  isUploadKey,
  UPLOAD_KEY_HEADER,
  UPLOAD_OFFSET_HEADER,
} from '#rulebook/pictures/begun-upload.ts'
import { makeUpload } from '../testing/make-job.ts'
import { sendOn } from './send-on.ts'

const LOST = new Error('lost')
const STORED = { status: 200, text: 'stored' }
const REFUSED = { status: 400, text: 'refused' }
type Answer = typeof STORED
/** What each try ends with; the last one for all others. */
let tries: (() => Promise<Answer>)[] = []
/** What the service says has come, in turn. */
let came: unknown[] = []
let sentFrom: number[] = []
let sentKeys: (string | undefined)[] = []
let asked: string[] = []
const interrupted = vi.fn()
const lose = () => Promise.reject(LOST)
const arrive = () => Promise.resolve(STORED)
const refuse = () => Promise.resolve(REFUSED)

beforeEach(() => {
  vi.useFakeTimers()
  ;[tries, came, sentFrom, sentKeys, asked] = [[], [], [], [], []]
  interrupted.mockReset()
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    const answer = came.shift()
    if (answer === undefined) throw new TypeError('no network')
    return typeof answer === 'number' ? new Response('', { status: answer }) : Response.json(answer)
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const fileOf = () => new File(['x'.repeat(1000)], 'a.jpg')
function send(file = fileOf(), signal = new AbortController().signal) {
  const sent = sendOn<Answer>({
    file,
    signal,
    inName: (call) => call({ authorization: 'Bearer a' }),
    isLost: (problem) => problem === LOST,
    onInterrupted: interrupted,
    sendRest: (fromByte, headers) => {
      sentFrom.push(fromByte)
      sentKeys.push(headers[UPLOAD_KEY_HEADER])
      expect(headers[UPLOAD_OFFSET_HEADER]).toBe(String(fromByte))
      return (tries.length > 1 ? tries.shift()! : tries[0]!)()
    },
  })
  // Looked at later, while the clock goes on.
  sent.catch(() => {})
  return sent
}

it('is sent once, whole and unasked, where nothing breaks', async () => {
  tries = [arrive]
  expect(await send()).toEqual(STORED)
  expect([sentFrom, asked, isUploadKey(sentKeys[0]!)]).toEqual([[0], [], true])
})

it('goes on behind what came, after one second, by the same key', async () => {
  tries = [lose, arrive]
  came = [{ bytes: 600, upload: null }]
  const sent = send()
  await vi.advanceTimersByTimeAsync(999)
  expect([sentFrom, interrupted.mock.calls.length]).toEqual([[0], 1])
  await vi.advanceTimersByTimeAsync(1)
  expect(await sent).toEqual(STORED)
  expect([sentFrom, new Set(sentKeys).size, asked]).toEqual([[0, 600], 1, [`${BEGUN_UPLOAD_PATH}/${sentKeys[0]}`]])
})

it('[HTTP-03] is given up after three more tries in which nothing came, and not while some of it comes', async () => {
  tries = [lose]
  came = [100, 200, 300, 300, 300, 300].map((bytes) => ({ bytes, upload: null }))
  const sent = send()
  await vi.advanceTimersByTimeAsync(90_000)
  await expect(sent).rejects.toBe(LOST)
  expect(sentFrom).toEqual([0, 100, 200, 300, 300, 300, 300])
})

it('goes on from there by hand, too, and is another picture once it has arrived', async () => {
  tries = [lose]
  came = [{ bytes: 5, upload: null }]
  const file = fileOf()
  const lost = send(file)
  await vi.advanceTimersByTimeAsync(90_000)
  await expect(lost).rejects.toBe(LOST)
  came = [{ bytes: 700, upload: null }]
  tries = [arrive]
  expect(await send(file)).toEqual(STORED)
  expect(sentFrom.at(-1)).toBe(700)
  await send(file)
  expect([sentFrom.at(-1), sentKeys.at(-1) === sentKeys[0]]).toEqual([0, false])
})

it('is not sent again where all came and only the answer was lost', async () => {
  tries = [lose]
  const upload = makeUpload()
  came = [{ bytes: 1000, upload }]
  const sent = send()
  await vi.advanceTimersByTimeAsync(1000)
  expect(await sent).toEqual(upload)
  expect(sentFrom).toEqual([0])
})

it('waits for the network where there is none', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  tries = [lose, arrive]
  came = [{ bytes: 10, upload: null }]
  const sent = send()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(sentFrom).toEqual([0])
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(1000)
  expect(await sent).toEqual(STORED)
  expect(sentFrom).toEqual([0, 10])
})

it.each([
  ['a refusal', new Error('refused')],
  ['a file that is gone', new Error('gone')],
])('%s is no lost way', async (_name, problem) => {
  tries = [() => Promise.reject(problem)]
  await expect(send()).rejects.toBe(problem)
  expect([sentFrom, interrupted.mock.calls]).toEqual([[0], []])
})

it('who stops it waits for nothing more', async () => {
  tries = [lose]
  const stopping = new AbortController()
  const sent = send(fileOf(), stopping.signal)
  await vi.advanceTimersByTimeAsync(500)
  stopping.abort(new Error('stopped'))
  await expect(sent).rejects.toThrow('stopped')
  await vi.advanceTimersByTimeAsync(90_000)
  expect(sentFrom).toEqual([0])
})

it('asks on while nobody answers, and gives it to a person after a minute', async () => {
  tries = [lose]
  const sent = send()
  await vi.advanceTimersByTimeAsync(55_000)
  expect([sentFrom, asked.length > 10]).toEqual([[0], true])
  await vi.advanceTimersByTimeAsync(10_000)
  await expect(sent).rejects.toBe(LOST)
})

it('a machine that is too busy to say what came is asked again: nothing is forgotten', async () => {
  tries = [lose, arrive]
  came = [429, 503, { bytes: 600, upload: null }]
  const sent = send()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await sent).toEqual(STORED)
  expect(sentFrom).toEqual([0, 600])
})

it('a rest that is refused goes whole, once: what came may lie on another machine', async () => {
  tries = [lose, refuse, arrive]
  came = [{ bytes: 600, upload: null }]
  const sent = send()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await sent).toEqual(STORED)
  expect(sentFrom).toEqual([0, 600, 0])
})

it('a picture that is refused whole is refused', async () => {
  tries = [lose, refuse]
  came = [{ bytes: 600, upload: null }]
  const sent = send()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await sent).toEqual(REFUSED)
  expect(sentFrom).toEqual([0, 600, 0])
})

it('a release that knows of no begun pictures gets it whole', async () => {
  tries = [lose, arrive]
  came = [404]
  const sent = send()
  await vi.advanceTimersByTimeAsync(2000)
  expect(await sent).toEqual(STORED)
  expect(sentFrom).toEqual([0, 0])
})
