import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepAnswer } from '../keep-answer.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const KEPT_FOR = { answerMs: 300_000, failureMs: 30_000 }

it('asks once in its time, and sooner again after a failure', async () => {
  const ask = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('refused')).mockResolvedValue('well')
  const kept = keepAnswer(ask, KEPT_FOR)
  await expect(kept()).rejects.toThrow('refused')
  await expect(kept()).rejects.toThrow('refused')
  expect(ask).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(KEPT_FOR.failureMs)
  expect(await kept()).toBe('well')
  vi.advanceTimersByTime(KEPT_FOR.answerMs - 1)
  expect(await kept()).toBe('well')
  expect(ask).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(1)
  await kept()
  expect(ask).toHaveBeenCalledTimes(3)
})
