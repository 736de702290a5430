// WebP: RIFF chunks; whatever holds no pixels counts.
import type { MetadataBudget } from './metadata-budget.ts'

const HEADER_BYTES = 12
const PIXELS = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF'])

export function scanWebp(bytes: Buffer, budget: MetadataBudget): void {
  for (let at = HEADER_BYTES; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32LE(at + 4)
    if (!PIXELS.has(bytes.toString('latin1', at, at + 4))) budget.spend(length)
    // Chunks start at even places.
    at += 8 + length + (length % 2)
  }
}
