import { describe, expect, it } from 'vitest'
import { type LedgerStep, type Lot, lotsOfOldMerge, mergedLots, replayLots, unusedOfPacks } from './lots.ts'

/** The same numbers for the same seed. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const signUp: LedgerStep = { amount: 5, origin: { source: 'sign-up' } }
const buy = (id: string, credits: number, paidAtMs = Number(id)): LedgerStep => ({
  amount: credits,
  origin: { source: 'pack', id, paidAtMs },
})
const gift = (credits: number): LedgerStep => ({ amount: credits })
const spend = (credits: number, key?: string): LedgerStep => ({ amount: -credits, ...(key && { key }) })
const giveBack = (credits: number, key: string): LedgerStep => ({ amount: credits, key })
const refund = (id: string, credits: number, key = `refund of ${id}`): LedgerStep => ({
  amount: -credits,
  key,
  origin: { source: 'pack', id, paidAtMs: Number(id) },
})
const packsOf = (steps: readonly LedgerStep[], earlier = 0) =>
  Object.fromEntries(unusedOfPacks(replayLots(steps, earlier)))
const balanceOf = (steps: readonly LedgerStep[]) => steps.reduce((sum, { amount }) => sum + amount, 0)

describe('what is left of a pack', () => {
  it('free credits that were there are spent first, then the pack that was paid first', () => {
    const bought = [signUp, buy('1', 55), buy('2', 20)]
    const left = (spent: number) => Object.values(packsOf([...bought, spend(spent)]))
    expect([0, 5, 6, 60, 73, 80].map(left)).toEqual([
      [55, 20],
      [55, 20],
      [54, 20],
      [0, 20],
      [0, 7],
      [0, 0],
    ])
  })

  it('credits that are given after a pack was used do not fill it again', () => {
    expect(packsOf([buy('1', 20), spend(20), gift(20)])).toEqual({ 1: 0 })
    expect(packsOf([buy('1', 20), spend(12), gift(20), spend(15)])).toEqual({ 1: 8 })
    expect(packsOf([gift(20), buy('1', 20), spend(25)])).toEqual({ 1: 15 })
  })

  it('what comes back goes where it came from, also when other credits came meanwhile', () => {
    const held = [buy('1', 20), spend(8, 'run'), gift(20)]
    expect(packsOf([...held, giveBack(8, 'run')])).toEqual({ 1: 20 })
    expect(packsOf([...held, spend(21, 'next'), giveBack(8, 'run')])).toEqual({ 1: 19 })
    // A slip of an operator, and its correction; what is above it is a gift.
    expect(packsOf([buy('1', 20), spend(18, 'adjust'), giveBack(30, 'adjust')])).toEqual({ 1: 20 })
    // A run of before the steps that are known.
    expect(packsOf([buy('1', 20), spend(20), giveBack(4, 'long ago')])).toEqual({ 1: 0 })
  })

  it('a refund takes from its own pack, and gives back to it where it fails', () => {
    const refunded = [buy('1', 55), buy('2', 20), refund('2', 20)]
    expect(packsOf(refunded)).toEqual({ 1: 55, 2: 0 })
    expect(packsOf([...refunded, gift(20), giveBack(20, 'refund of 2')])).toEqual({ 1: 55, 2: 20 })
    // Granted by the former rule, which counted gifts as the pack's: never below nothing.
    expect(packsOf([buy('1', 20), spend(20), gift(20), refund('1', 20)])).toEqual({ 1: 0 })
  })

  it('two entries of one moment may stand in either order', () => {
    expect(packsOf([spend(8, 'run'), buy('1', 20)])).toEqual({ 1: 12 })
    expect(packsOf([spend(8, 'run'), buy('1', 20), giveBack(8, 'run')])).toEqual({ 1: 20 })
    expect(packsOf([gift(3), buy('1', 20)], -5)).toEqual({ 1: 18 })
  })
})

interface Story {
  readonly steps: readonly LedgerStep[]
  readonly packs: readonly { readonly id: string; readonly credits: number; readonly from: number }[]
  /** What refunds that stand have taken. */
  readonly takenBack: ReadonlyMap<string, number>
}

/** Whatever may happen to an account, within its balance. */
function storyOf(below: (limit: number) => number, acts: number): Story {
  const steps: LedgerStep[] = [signUp]
  const packs: { id: string; credits: number; from: number }[] = []
  const takenBack = new Map<string, number>()
  const runs: { key: string; credits: number }[] = []
  for (let at = 1; at <= 40; at += 1) {
    const act = below(acts)
    if (act === 0) {
      const credits = 1 + below(50)
      packs.push({ id: String(at), credits, from: steps.length })
      steps.push(buy(String(at), credits))
    } else if (act <= 2) {
      const credits = below(balanceOf(steps) + 1)
      runs.push({ key: `run ${at}`, credits })
      steps.push(spend(credits, `run ${at}`))
    } else if (act === 3 && packs.length > 0) {
      const { id } = packs[below(packs.length)]!
      const left = packsOf(steps)[id]!
      if (takenBack.has(id) || left === 0) continue
      takenBack.set(id, left)
      steps.push(refund(id, left))
    } else if (act === 4) steps.push(gift(1 + below(30)))
    else if (act === 5 && runs.length > 0) {
      const [run] = runs.splice(below(runs.length), 1)
      steps.push(giveBack(run!.credits, run!.key))
    }
  }
  return { steps, packs, takenBack }
}

/** The rule of before: what the balance holds lies in the newest packs. Right as long as nothing is given after a purchase. */
function newestFirst({ steps, packs, takenBack }: Story): Record<string, number> {
  let left = balanceOf(steps)
  const unused: [string, number][] = packs.toReversed().map(({ id, credits }) => {
    const part = Math.min(left, credits - (takenBack.get(id) ?? 0))
    left -= part
    return [id, part]
  })
  return Object.fromEntries(unused)
}
const sum = (credits: Iterable<number>) => [...credits].reduce((one, other) => one + other, 0)

describe('whatever is bought, given, spent, returned and refunded', () => {
  const stories = Array.from({ length: 300 }, (_, seed) => storyOf(numbersFrom(seed + 1), 6))

  it('the lots are the balance, none is negative, and no pack holds more than it had', () => {
    for (const { steps, packs, takenBack } of stories) {
      const lots = replayLots(steps)
      expect(lots.every(({ left }) => left >= 0)).toBe(true)
      expect(sum(lots.map(({ left }) => left))).toBe(balanceOf(steps))
      const unused = packsOf(steps)
      for (const { id, credits } of packs) expect(unused[id]).toBeLessThanOrEqual(credits - (takenBack.get(id) ?? 0))
    }
  })

  it('a gift fills no pack, and no more is offered than by the rule of before', () => {
    for (const story of stories) {
      const unused = packsOf(story.steps)
      expect(packsOf([...story.steps, gift(20)])).toEqual(unused)
      expect(sum(Object.values(unused))).toBeLessThanOrEqual(sum(Object.values(newestFirst(story))))
    }
  })

  it('read from a pack on, its lot and later ones are the same', () => {
    for (const { steps, packs } of stories)
      for (const [n, { from }] of packs.entries()) {
        const whole = packsOf(steps)
        const part = packsOf(steps.slice(from), balanceOf(steps.slice(0, from)))
        for (const { id } of packs.slice(n)) expect(part[id]).toBe(whole[id])
      }
  })

  it('is the rule of before while nothing is given and nothing returned', () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const story = storyOf(numbersFrom(seed), 4)
      expect(packsOf(story.steps)).toEqual(newestFirst(story))
    }
  })
})

describe('what a merge brings', () => {
  const lots: Lot[] = [
    { source: 'sign-up', left: 5 },
    { source: 'campaign', id: 'both', left: 20 },
    { source: 'campaign', id: 'one', left: 7 },
    { source: 'gift', left: 3 },
    { source: 'pack', id: '1', paidAtMs: 1, left: 0 },
  ]
  it('leaves campaigns that both redeemed, and of sign-ups what has no room', () => {
    expect(mergedLots(lots, { room: 2, redeemed: new Set(['both', 'other']) })).toEqual({
      moving: [{ source: 'sign-up', left: 2 }, ...lots.slice(2)],
      freeLeft: 3,
      campaignLeft: 20,
    })
    const all = mergedLots(lots, { room: 5, redeemed: new Set() })
    expect(all).toEqual({ moving: lots, freeLeft: 0, campaignLeft: 0 })
  })

  it('its packs are refunded as if they had been bought here', () => {
    const merge = {
      amount: 40,
      lots: [
        { source: 'campaign', id: 'x', left: 10 },
        { ...buy('2', 30).origin!, left: 30 },
      ],
    } as const
    expect(packsOf([buy('3', 20), merge, spend(35)])).toEqual({ 2: 5, 3: 20 })
  })

  it('of before it named its lots: sign-ups that were not spent, then the newest packs, then campaigns', () => {
    const packs = [
      { id: '2', credits: 20, paidAtMs: 2 },
      { id: '1', credits: 20, paidAtMs: 1 },
    ]
    const leftOf = (remaining: number, total: number) =>
      lotsOfOldMerge({ remaining, total, free: 5 }, packs, [{ id: 'x', credits: 4 }]).map(({ left }) => left)
    expect(leftOf(50, 50)).toEqual([5, 20, 20, 4, 1])
    expect(leftOf(30, 33)).toEqual([2, 20, 8, 0])
    expect(leftOf(10, 60)).toEqual([0, 10, 0, 0])
  })
})
