// Where the credits of a balance come from (decision 0226): a person's ledger replayed lot by lot. Credits that were given are spent before
// bought ones, among those that exist at that moment; then the pack that was paid first. Refunds and merges go by what is left of a lot.

export interface LotOrigin {
  readonly source: 'sign-up' | 'campaign' | 'pack' | 'gift'
  /** The order of a pack, the batch of a campaign. */
  readonly id?: string
  /** When a pack was paid, in milliseconds. */
  readonly paidAtMs?: number
}
export interface Lot extends LotOrigin {
  readonly left: number
}

/** One entry of the ledger. */
export interface LedgerStep {
  readonly amount: number
  /** What takes credits and may give them back: a run, a refund, the operator's hand. They return to the lots that they were taken from. */
  readonly key?: string
  /** Where credits lie that no lot has lost; a gift where nothing is said. Of a refund the pack that it takes from first. */
  readonly origin?: LotOrigin
  /** What a merge brought; together the amount. */
  readonly lots?: readonly Lot[]
}

const GIFT: LotOrigin = { source: 'gift' }

interface OpenLot extends LotOrigin {
  left: number
}
interface Take {
  readonly lot: OpenLot
  credits: number
}

/**
 * Every lot, used-up ones too, in the order of spending. `earlier`: the balance before the first step; it is not split further, and it is
 * spent first, as all of it was there before the packs of these steps.
 */
export function replayLots(steps: readonly LedgerStep[], earlier = 0): readonly Lot[] {
  const book = new LotBook()
  book.apply({ amount: earlier })
  for (const step of steps) book.apply(step)
  return book.lots
}

/** What is left of each pack, by its order. */
export const unusedOfPacks = (lots: readonly Lot[]): ReadonlyMap<string, number> =>
  new Map(lots.flatMap(({ source, id, left }) => (source === 'pack' && id !== undefined ? [[id, left]] : [])))

class LotBook {
  readonly lots: OpenLot[] = []
  readonly #taken = new Map<string, Take[]>()
  /** Spent before it came: of two entries of one moment the second may stand first. What comes next settles it. */
  #owed: { readonly credits: number; readonly key: string | undefined }[] = []

  apply({ amount, key, origin = GIFT, lots }: LedgerStep): void {
    if (amount < 0) this.#take(-amount, key, origin)
    else if (lots) this.#bring(lots)
    else if (amount > 0) this.#add(origin, amount - this.#giveBack(amount, key))
    if (amount >= 0) this.#settle()
  }

  #bring(lots: readonly Lot[]): void {
    for (const { left, ...from } of lots) this.#lotOf(from).left += left
  }

  #settle(): void {
    const owed = this.#owed
    this.#owed = []
    for (const { credits, key: owing } of owed) this.#take(credits, owing, GIFT)
  }

  #add(origin: LotOrigin, credits: number): void {
    if (credits > 0) this.#lotOf(origin).left += credits
  }

  #take(credits: number, key: string | undefined, first: LotOrigin): void {
    let rest = credits
    for (const lot of first.source === 'pack' ? [this.#lotOf(first), ...this.lots] : this.lots) {
      const part = Math.min(lot.left, rest)
      lot.left -= part
      rest -= part
      if (key !== undefined && part > 0) this.#takesOf(key).push({ lot, credits: part })
    }
    if (rest > 0) this.#owed.push({ credits: rest, key })
  }

  /** How much of it was taken under this key; what was taken last comes back first. */
  #giveBack(credits: number, key: string | undefined): number {
    let rest = credits
    for (const take of key === undefined ? [] : this.#takesOf(key).slice().reverse()) {
      const part = Math.min(take.credits, rest)
      take.credits -= part
      take.lot.left += part
      rest -= part
    }
    return credits - rest
  }

  #takesOf(key: string): Take[] {
    const takes = this.#taken.get(key) ?? []
    this.#taken.set(key, takes)
    return takes
  }

  #lotOf(origin: LotOrigin): OpenLot {
    const known = this.lots.find(({ source, id }) => source === origin.source && id === origin.id)
    if (known) return known
    const lot: OpenLot = { ...origin, left: 0 }
    const at = this.lots.findIndex((other) => isSpentBefore(lot, other))
    this.lots.splice(at < 0 ? this.lots.length : at, 0, lot)
    return lot
  }
}

/** Gifts before packs; packs in the order of their payment; else who came first. */
function isSpentBefore(one: LotOrigin, other: LotOrigin): boolean {
  if (other.source !== 'pack') return false
  return one.source !== 'pack' || (one.paidAtMs ?? 0) < (other.paidAtMs ?? 0)
}

export interface MergedLots {
  /** What comes along. */
  readonly moving: readonly Lot[]
  /** Credits of sign-ups, above what an account may hold of them (decision 0014). */
  readonly freeLeft: number
  /** Credits of campaigns that the other account has redeemed, too (decision 0227). */
  readonly campaignLeft: number
}

/** `room`: the credits of sign-ups that the account that stays may still get. */
export function mergedLots(
  lots: readonly Lot[],
  { room, redeemed }: { readonly room: number; readonly redeemed: ReadonlySet<string> },
): MergedLots {
  let [signUpRoom, freeLeft, campaignLeft] = [room, 0, 0]
  const moving: Lot[] = []
  for (const lot of lots) {
    let moved = lot.left
    if (lot.source === 'sign-up') {
      moved = Math.min(lot.left, signUpRoom)
      signUpRoom -= moved
      freeLeft += lot.left - moved
    } else if (lot.source === 'campaign' && lot.id !== undefined && redeemed.has(lot.id)) {
      moved = 0
      campaignLeft += lot.left
    }
    if (moved > 0 || lot.source === 'pack') moving.push({ ...lot, left: moved })
  }
  return { moving, freeLeft, campaignLeft }
}

export interface OldMerge {
  readonly remaining: number
  readonly total: number
  /** Credits of sign-ups, spent ones too. */
  readonly free: number
}
interface OldPack {
  readonly id: string
  readonly credits: number
  readonly paidAtMs: number
}

/**
 * What an entry brought that was written before merges named their lots: of sign-ups what was not spent yet, of packs and campaigns as much
 * as can be, newest packs first.
 */
export function lotsOfOldMerge(
  { remaining, total, free }: OldMerge,
  newestFirst: readonly OldPack[],
  campaigns: readonly { readonly id: string; readonly credits: number }[],
): readonly Lot[] {
  const signUp = Math.min(remaining, Math.max(0, free - (total - remaining)))
  const lots: Lot[] = [{ source: 'sign-up', left: signUp }]
  let rest = remaining - signUp
  const fill = (origin: LotOrigin, credits: number) => {
    const left = Math.min(rest, credits)
    rest -= left
    lots.push({ ...origin, left })
  }
  for (const { id, credits, paidAtMs } of newestFirst) fill({ source: 'pack', id, paidAtMs }, credits)
  for (const { id, credits } of campaigns) fill({ source: 'campaign', id }, credits)
  return rest > 0 ? [...lots, { source: 'gift', left: rest }] : lots
}
