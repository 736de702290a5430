import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { apiClient } from './api-client.ts'
import { apiLink } from './api-link.ts'
import { queryClient } from './query-client.ts'
import { repeatCall } from './repeat-call.ts'

type Reply = number | Response | Error
const fetchMock = vi.fn<typeof fetch>()
let sentAtMs: number[]
const api: { site: { status(): Promise<unknown> } } = apiClient(apiLink, [])
const answered = (json: object, status = 200) => Response.json({ json }, { status })
const refused = (code: string, status: number) =>
  answered({ defined: false, code, status, message: code, data: {} }, status)

/** Answers with the same for every call. */
const always = (reply: Reply) =>
  fetchMock.mockImplementation(async () => {
    if (reply instanceof Error) throw reply
    return typeof reply === 'number' ? new Response('<html>', { status: reply }) : reply.clone()
  })

/** When each call was sent, in milliseconds after the first. */
async function callTimes(): Promise<number[]> {
  await vi.advanceTimersByTimeAsync(60_000)
  return sentAtMs.map((atMs) => atMs - sentAtMs[0]!)
}

beforeEach(async () => {
  sentAtMs = []
  vi.stubGlobal('fetch', (...call: Parameters<typeof fetch>) => {
    sentAtMs.push(Date.now())
    return fetchMock(...call)
  })
  vi.stubGlobal('window', { location: { origin: 'http://localhost' } })
  always(answered({}))
  await api.site.status() // the protocol is loaded with the first call
  fetchMock.mockReset()
  vi.useFakeTimers()
  sentAtMs = []
})
afterEach(() => {
  queryClient.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** As every page reads: TanStack Query over the link. */
const read = () => {
  const observer = new QueryObserver(queryClient, { queryKey: ['read'], queryFn: () => api.site.status() })
  const stop = observer.subscribe(() => {})
  return { observer, stop }
}

describe('what a page reads', () => {
  it.each([
    ['[HTTP-03] without a connection', new TypeError('Failed to fetch')],
    ['[HTTP-03] [HTTP-05] answered with 500', refused('INTERNAL_SERVER_ERROR', 500)],
    ["[HTTP-05] answered with a gateway's page of 502", 502],
  ])('%s is asked again after 1 s, 2 s and 3 s, then fails', async (_, reply) => {
    always(reply)
    const { observer, stop } = read()
    expect(await callTimes()).toEqual([0, 1000, 3000, 6000])
    expect(observer.getCurrentResult().status).toBe('error')
    stop()
  })

  it.each([400, 401, 403, 404, 409, 410, 429])('[HTTP-04] answered with %i is asked once', async (status) => {
    always(refused('NOT_FOUND', status))
    const { observer, stop } = read()
    expect(await callTimes()).toEqual([0])
    expect(observer.getCurrentResult().status).toBe('error')
    stop()
  })

  it('shows the first good answer', async () => {
    fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValue(answered({ open: true }))
    const { observer, stop } = read()
    expect(await callTimes()).toEqual([0, 1000])
    expect(observer.getCurrentResult().data).toEqual({ open: true })
    stop()
  })
})

describe('a call outside of pages', () => {
  it('[HTTP-04] is not repeated after a refusal of ours, also when its status is 503', async () => {
    always(refused('emergency-stop', 503))
    const outcome = repeatCall(() => api.site.status()).catch((error: { code: string }) => error.code)
    expect(await callTimes()).toEqual([0])
    expect(await outcome).toBe('emergency-stop')
  })

  it('ends its waiting when its caller goes away', async () => {
    always(503)
    const leaving = new AbortController()
    const outcome = repeatCall(() => api.site.status(), { signal: leaving.signal }).catch(
      (error: Error) => error.message,
    )
    await vi.advanceTimersByTimeAsync(500)
    leaving.abort(new Error('left'))
    expect(await outcome).toBe('left')
    expect(fetchMock).toHaveBeenCalledTimes(1)
  })

  it('[HTTP-02] is given up after 60 s', async () => {
    fetchMock.mockImplementation(
      (_target, init) =>
        new Promise((_resolve, reject) => {
          init!.signal!.addEventListener('abort', () => reject(init!.signal!.reason))
        }),
    )
    const outcome = vi.fn()
    void repeatCall(() => api.site.status()).catch(outcome)
    await vi.advanceTimersByTimeAsync(59_999)
    expect(outcome).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(60_001)
    expect(outcome.mock.calls).toMatchObject([[{ name: 'TimeoutError' }]])
    expect(fetchMock).toHaveBeenCalledTimes(1)
  })
})
