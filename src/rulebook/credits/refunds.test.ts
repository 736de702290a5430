import { describe, expect, it } from 'vitest'
import type { OrderState } from './orders.ts'
import { isStandingRefund, mayMoveRefund, REFUND_STATES, refundMinor, refundProblem, refundUntil } from './refunds.ts'

/** The same numbers for the same seed. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

describe('what a pack is worth', () => {
  it('untouched: all that was paid; used up: nothing; between: the part, rounded up', () => {
    const box = { credits: 55, amountMinor: 6850 }
    expect([55, 0, 27, 1].map((unused) => refundMinor(box, unused))).toEqual([6850, 0, 3363, 125])
    expect(refundMinor({ credits: 3, amountMinor: 100 }, 1)).toBe(34)
  })

  it('is for no price and no use below the exact part, above it by a minor unit, or above the price', () => {
    const below = numbersFrom(22)
    for (let n = 0; n < 5000; n += 1) {
      const [credits, amountMinor] = [1 + below(1000), 1 + below(10_000_000)]
      const unused = below(credits + 1)
      const minor = refundMinor({ credits, amountMinor }, unused)
      const excess = BigInt(minor) * BigInt(credits) - BigInt(amountMinor) * BigInt(unused)
      expect(Number.isInteger(minor) && minor <= amountMinor).toBe(true)
      expect(excess >= 0n && excess < BigInt(credits)).toBe(true)
      if (unused < credits) expect(refundMinor({ credits, amountMinor }, unused + 1)).toBeGreaterThanOrEqual(minor)
    }
  })
})

describe('asking', () => {
  const paidAt = new Date('2026-11-20T08:00:00Z')
  const codeOf = (status: OrderState, now: Date, at: Date | null = paidAt) =>
    refundProblem({ status, paidAt: at }, now)?.code
  it('is for paid orders, within seven days to the second', () => {
    const end = refundUntil(paidAt)
    expect(end.toISOString()).toBe('2026-11-27T08:00:00.000Z')
    expect(codeOf('paid', end)).toBeUndefined()
    expect(codeOf('paid', new Date(end.getTime() + 1))).toBe('refund-too-late')
    for (const status of ['pending', 'failed', 'closed', 'refunded', 'disputed'] as const)
      expect(codeOf(status, end)).toBe('refund-not-possible')
    expect(codeOf('paid', end, null)).toBe('refund-not-possible')
  })
  it('a request moves only as the table says, and a decided one never again', () => {
    const moves = REFUND_STATES.map((from) => [from, REFUND_STATES.filter((to) => mayMoveRefund(from, to))])
    expect(Object.fromEntries(moves)).toEqual({
      requested: ['withdrawn', 'refused', 'granted'],
      withdrawn: [],
      refused: [],
      granted: ['refunded', 'failed'],
      refunded: [],
      failed: [],
    })
    expect(REFUND_STATES.filter(isStandingRefund)).toEqual(['requested', 'granted', 'refunded'])
  })
})
