// Seeded choices, so that a run of the bench is identified by its seed. The interleaving of processes is still the machine's own.
export interface Random {
  /** From 0 up to 1. */
  next(): number
  between(low: number, high: number): number
  pick<Item>(items: readonly Item[]): Item | undefined
}

export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    between: (low, high) => low + next() * (high - low),
    pick: (items) => items[Math.floor(next() * items.length)],
  }
}
