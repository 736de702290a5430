// The calls before the program: one that hangs ends, so that the program starts and says why.
import { afterEach, expect, it, vi } from 'vitest'
import { HTTP_TIMEOUT_MS } from '#rulebook/site/timing.ts'
import { ask } from './prehydration-calls.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Never answers; an abort ends it, as the browser's does. */
const hanging = (_: string, { signal }: RequestInit = {}) =>
  new Promise<never>((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))

it('[HTTP-02] a call that hangs is given up after 60 s', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', vi.fn(hanging))
  const ended = vi.fn()
  ask('site/status').catch(ended)
  await vi.advanceTimersByTimeAsync(HTTP_TIMEOUT_MS - 1)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(ended).toHaveBeenCalledWith(expect.objectContaining({ name: 'TimeoutError' }))
})
