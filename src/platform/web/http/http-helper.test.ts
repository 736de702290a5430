import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setAccessTokenSource } from './api-headers.ts'
import { HttpStatusError, http } from './http-helper.ts'
import { setWindowPerson } from './window-person.ts'

const fetchMock = vi.fn<typeof fetch>()
const answers = (...statuses: number[]) => {
  for (const status of statuses) fetchMock.mockResolvedValueOnce(new Response('x', { status }))
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetchMock)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  fetchMock.mockReset()
})

it('[HTTP-01] offers get, post, put, delete and download', async () => {
  answers(200, 200, 200, 200, 200)
  await http.get('/a')
  await http.post('/b', { n: 1 })
  await http.put('/c', { n: 2 })
  await http.delete('/d')
  const blob = await http.download('/e')
  expect(fetchMock.mock.calls.map(([address, init]) => [address, init?.method, init?.body])).toEqual([
    ['/a', 'GET', undefined],
    ['/b', 'POST', '{"n":1}'],
    ['/c', 'PUT', '{"n":2}'],
    ['/d', 'DELETE', undefined],
    ['/e', 'GET', undefined],
  ])
  expect(blob.size).toBe(1)
})

it('[HTTP-02] gives up after 60 s, not before', async () => {
  fetchMock.mockImplementation(
    (_address, init) =>
      new Promise((_resolve, reject) =>
        init!.signal!.addEventListener('abort', () => reject((init!.signal as AbortSignal).reason)),
      ),
  )
  const outcome = vi.fn()
  const call = http.get('/slow').catch(outcome)
  await vi.advanceTimersByTimeAsync(59_999)
  expect(outcome).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await call
  expect(outcome.mock.calls[0]![0]).toMatchObject({ name: 'TimeoutError' })
})

it('[HTTP-03] [HTTP-05] repeats a 5xx after 1 s, 2 s and 3 s, then answers it', async () => {
  answers(500, 502, 503, 500)
  const call = http.get('/broken')
  const callsAt = async (afterMs: number) => {
    await vi.advanceTimersByTimeAsync(afterMs)
    return fetchMock.mock.calls.length
  }
  expect(await callsAt(999)).toBe(1)
  expect(await callsAt(1)).toBe(2)
  expect(await callsAt(1999)).toBe(2)
  expect(await callsAt(1)).toBe(3)
  expect(await callsAt(2999)).toBe(3)
  expect(await callsAt(1)).toBe(4)
  expect((await call).status).toBe(500)
  expect(await callsAt(60_000)).toBe(4)
})

it('stops repeating at the first answer below 500, and repeats a lost connection too', async () => {
  fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  answers(500, 200)
  const call = http.put('/b', {})
  await vi.advanceTimersByTimeAsync(1000 + 2000)
  expect((await call).status).toBe(200)
  expect(fetchMock).toHaveBeenCalledTimes(3)
})

it('[HTTP-07] a post is sent once: it may have been carried out', async () => {
  answers(500)
  expect((await http.post('/b', {})).status).toBe(500)
  fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await expect(http.post('/b', {})).rejects.toThrow('Failed to fetch')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fetchMock).toHaveBeenCalledTimes(2)
})

it.each([400, 401, 404, 409, 429, 499])('[HTTP-04] answers %i as it is, with one call', async (status) => {
  answers(status)
  expect((await http.get('/x')).status).toBe(status)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fetchMock).toHaveBeenCalledTimes(1)
})

it('a download that fails names the status', async () => {
  answers(404)
  await expect(http.download('/gone')).rejects.toThrow(HttpStatusError)
})

it("the caller's signal ends the waiting between two tries", async () => {
  answers(500)
  const controller = new AbortController()
  const outcome = vi.fn()
  const call = http.get('/x', { signal: controller.signal }).catch(outcome)
  await vi.advanceTimersByTimeAsync(500)
  controller.abort()
  await call
  expect(outcome).toHaveBeenCalledTimes(1)
  expect(fetchMock).toHaveBeenCalledTimes(1)
})

it('sends nothing in the name of somebody else, who has signed in while the call waited for its token', async () => {
  setWindowPerson('a')
  setAccessTokenSource(async () => {
    setWindowPerson('b')
    return 'token of b'
  })
  await expect(http.post('/avatar', {})).rejects.toMatchObject({ code: 'not-signed-in' })
  expect(fetchMock).not.toHaveBeenCalled()
  setAccessTokenSource(async () => null)
  setWindowPerson(undefined)
})
