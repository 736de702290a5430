import { afterEach, expect, it, vi } from 'vitest'
import { keepAnswer } from '../keep-answer.ts'

afterEach(() => void vi.useRealTimers())

it('asks once in its time, also where the answer is a failure, and again afterwards', async () => {
  vi.useFakeTimers()
  const answers = [Promise.reject(new Error('refused')), Promise.resolve('well')]
  const ask = vi.fn(() => answers.shift()!)
  const kept = keepAnswer(ask, 60_000)
  await expect(kept()).rejects.toThrow('refused')
  await expect(kept()).rejects.toThrow('refused')
  expect(ask).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(60_000)
  expect(await kept()).toBe('well')
})
