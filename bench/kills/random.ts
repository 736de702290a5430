// Seeded choices, so that a run of the bench is identified by its seed. The interleaving of processes is still the machine's own.
import { seededUniform } from '../../scripts/seeded-random.ts'

export interface Random {
  /** From 0 up to 1. */
  next(): number
  between(low: number, high: number): number
  pick<Item>(items: readonly Item[]): Item | undefined
}

export function randomFrom(seed: number): Random {
  const next = seededUniform(seed)
  return {
    next,
    between: (low, high) => low + next() * (high - low),
    pick: (items) => items[Math.floor(next() * items.length)],
  }
}
