// Counter-based random field: a value depends on seed, place and band only, so tiles fit together and a seed repeats exactly.

/** Uniform in −1…1 for integer picture coordinates. */
export function hashNoise(seed: number, x: number, y: number, band: number): number {
  let h = (seed ^ Math.imul(band + 1, 0x9e3779b1)) | 0
  h = Math.imul(h ^ Math.imul(x, 0x85ebca6b), 0xc2b2ae35)
  h ^= h >>> 15
  h = Math.imul(h ^ Math.imul(y, 0x27d4eb2f), 0x165667b1)
  h ^= h >>> 13
  h = Math.imul(h, 0x85ebca6b)
  h ^= h >>> 16
  return h / 0x80000000
}
