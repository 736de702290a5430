// Who of the free places looks for work, and how rarely.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createQueuePlaces } from './queue-places.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('of many free places one looks at a time, each in its turn, at each notice and at each look', () => {
  const places = createQueuePlaces(2000)
  const wakes = Array.from({ length: 16 }, () => vi.fn())
  for (const wake of wakes) places.add(wake)
  const woken = () => wakes.reduce((sum, wake) => sum + wake.mock.calls.length, 0)
  places.wakeOne()
  expect(woken()).toBe(1)
  vi.advanceTimersByTime(20_000)
  expect(woken()).toBe(11)
  expect(Math.max(...wakes.map(({ mock }) => mock.calls.length))).toBe(1)
  places.stop()
  vi.advanceTimersByTime(20_000)
  expect(woken()).toBe(11)
})

it('a place that found an entry wakes a free one, and looks again when it has done its own, failed or not', async () => {
  const places = createQueuePlaces(2000)
  const [first, second] = [vi.fn(), vi.fn()]
  const place = places.add(first)
  places.add(second)
  const work = Promise.withResolvers<void>()
  const running = place.run(() => work.promise)
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1])
  places.wakeOne()
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 2])
  work.reject(new Error('not now'))
  await expect(running).rejects.toThrow('not now')
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 2])
  places.stop()
})
