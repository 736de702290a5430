import { describe, expect, it } from 'vitest'
import type { OrderState } from './orders.ts'
import {
  type BoughtPack,
  isStandingRefund,
  mayMoveRefund,
  REFUND_STATES,
  refundMinor,
  refundProblem,
  refundUntil,
  unusedCreditsOf,
} from './refunds.ts'

/** The same numbers for the same seed. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
const pack = (id: string, credits: number, takenBack = 0): BoughtPack => ({ id, credits, takenBack })

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

describe('what is left of packs', () => {
  it('free credits are spent first, then the pack that was paid first', () => {
    const packs = [pack('new', 20), pack('old', 55)]
    const left = (balance: number) => [...unusedCreditsOf(packs, balance).values()]
    expect(left(80)).toEqual([20, 55])
    expect(left(75)).toEqual([20, 55])
    expect(left(74)).toEqual([20, 54])
    expect(left(20)).toEqual([20, 0])
    expect(left(7)).toEqual([7, 0])
    expect(left(0)).toEqual([0, 0])
  })

  it('what was taken back of a pack is not there to be taken again', () => {
    expect([...unusedCreditsOf([pack('new', 20, 20), pack('old', 55)], 60).values()]).toEqual([0, 55])
  })

  it('is what a ledger kept lot by lot says, whatever is bought, spent and refunded', () => {
    for (let seed = 1; seed <= 100; seed += 1) compareWithLots(numbersFrom(seed))
  })
})

/** The plain way: each credit lies in a lot, the oldest is spent first, the free one before all. */
function compareWithLots(below: (limit: number) => number): void {
  const lots: { id: string; credits: number; takenBack: number; left: number }[] = []
  let free = 5
  const balance = () => free + lots.reduce((sum, { left }) => sum + left, 0)
  const spend = (credits: number) => {
    const fromFree = Math.min(free, credits)
    free -= fromFree
    let rest = credits - fromFree
    for (const lot of lots) {
      const taken = Math.min(lot.left, rest)
      lot.left -= taken
      rest -= taken
    }
  }
  for (let step = 0; step < 30; step += 1) {
    const act = below(3)
    if (act === 0) {
      const credits = 1 + below(50)
      lots.push({ id: String(step), credits, takenBack: 0, left: credits })
    } else if (act === 1) spend(below(balance() + 1))
    else if (lots.length > 0) {
      const lot = lots[below(lots.length)]!
      lot.takenBack += lot.left
      lot.left = 0
    }
    const newestFirst = lots.toReversed()
    const unused = unusedCreditsOf(newestFirst, balance())
    expect([...unused.values()]).toEqual(newestFirst.map(({ left }) => left))
  }
}

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
