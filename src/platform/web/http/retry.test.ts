import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { retry } from './retry.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('[HTTP-06] tries three times, after 1 s and after another 1.5 s, then throws the last error', async () => {
  const work = vi.fn(async (attempt: number) => {
    throw new Error(`attempt ${attempt}`)
  })
  const outcome = vi.fn()
  const done = retry(work).catch(outcome)
  await vi.advanceTimersByTimeAsync(999)
  expect(work).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(work).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(1499)
  expect(work).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(1)
  await done
  expect(work).toHaveBeenCalledTimes(3)
  expect(outcome.mock.calls[0]![0]).toMatchObject({ message: 'attempt 3' })
})

it('answers the first success', async () => {
  const work = vi.fn().mockRejectedValueOnce(new Error('no')).mockResolvedValueOnce('yes')
  const done = retry(work)
  await vi.advanceTimersByTimeAsync(1000)
  await expect(done).resolves.toBe('yes')
})
