// Random numbers that are the same on every machine, for pictures, tests and benches that anyone can make again.

/** Uniform in 0–1: mulberry32. */
export function seededUniform(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** A whole number from 0 up to `below`. */
export function seededBelow(seed: number): (below: number) => number {
  const uniform = seededUniform(seed)
  return (below) => (uniform() * 2 ** 32) % below
}

/** Mean 0, deviation 1: Box–Muller. */
export function seededNormal(seed: number): () => number {
  const uniform = seededUniform(seed)
  return () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform())
}
