// HEIC and AVIF: boxes at the top; all but the pixels' own count. What lies inside `meta` is bounded by its size.
import type { MetadataBudget } from './metadata-budget.ts'

const PIXELS = new Set(['mdat', 'free', 'skip', 'moov'])

export function scanHeif(bytes: Buffer, budget: MetadataBudget): void {
  for (let at = 0; at + 8 <= bytes.length; ) {
    const size = bytes.readUInt32BE(at)
    const isLong = size === 1 && at + 16 <= bytes.length
    const length = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : size === 0 ? bytes.length - at : size
    if (length < 8) return
    if (!PIXELS.has(bytes.toString('latin1', at + 4, at + 8))) budget.spend(Math.min(length, bytes.length))
    at += length
  }
}
