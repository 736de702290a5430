// The count that holds while the database cannot count (C-35).
import { expect, it } from 'vitest'
import { createAddressCounter } from './verification-send-limits.ts'

function open() {
  const clock = { nowMs: 0, now: () => new Date(clock.nowMs) }
  const counter = createAddressCounter(clock)
  const sends = (address: string, count: number) => Array.from({ length: count }, () => counter.consume(address))
  return { clock, sends }
}

it('lets thirty sends of one address through in ten minutes, and begins anew when they are over', () => {
  const { clock, sends } = open()
  expect(sends('10.0.0.1', 31)).toEqual([...Array(30).fill(true), false])
  clock.nowMs = 599_999
  expect([...sends('10.0.0.1', 1), ...sends('10.0.0.2', 1)]).toEqual([false, true])
  clock.nowMs = 600_000
  expect(sends('10.0.0.1', 31)).toEqual([...Array(30).fill(true), false])
})

it('remembers ten thousand addresses and forgets the oldest of more', () => {
  const { sends } = open()
  sends('first', 30)
  for (let n = 1; n < 10_000; n += 1) sends(`other-${n}`, 1)
  expect(sends('first', 1)).toEqual([false])
  sends('one more', 1)
  expect(sends('first', 1)).toEqual([true])
})
