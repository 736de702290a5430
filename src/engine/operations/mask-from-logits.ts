// From the net's logits to the marks that are taken out (engine study §3.2 "Restore").

import type { Plane } from '../image/plane.ts'
import type { Rect } from '../image/rect.ts'
import { gaussianTaps } from '../signal/separable.ts'

/**
 * Likelihood from which on something is a mark. Chosen on held-out training photographs with drawn damage, not on the bench: what is
 * taken wrongly is worse than what is left. What is darker than its surroundings must be surer: pupils, nostrils, the shadow
 * along a chin and the rim of a pair of glasses are dark and thin too (seen on old portraits).
 */
const SURE = { bright: 0.9, dark: 0.985 } as const
/** Where "marks" cover more of the picture than this they are its texture, and the repair stays away. */
export const ABSTAIN_FRACTION = 0.08
const AROUND_TAPS = gaussianTaps(5)
/** Pixels around a mark that decide on which side it lies. */
export const MARKS_HALO_PX = AROUND_TAPS.length >> 1

const logitOf = (likelihood: number) => Math.log(likelihood / (1 - likelihood))

type Luma = Pick<Plane, 'samples' | 'width' | 'height'>

/** 1 where a mark lies, else 0, for the pixels of `core`, which lies at least MARKS_HALO_PX inside the luma. */
export function marksOf(logits: Float32Array, luma: Luma, core: Rect): Uint8Array {
  const marks = new Uint8Array(core.width * core.height)
  const [bright, dark] = [logitOf(SURE.bright), logitOf(SURE.dark)]
  for (let y = 0, to = 0; y < core.height; y++) {
    let at = (core.y + y) * luma.width + core.x
    for (let x = 0; x < core.width; x++, at++, to++) {
      const logit = logits[at]!
      // Surroundings are dear and asked for by few pixels.
      if (logit >= dark || (logit >= bright && luma.samples[at]! >= around(luma, at))) marks[to] = 1
    }
  }
  return marks
}

/** Gaussian mean of the luma around a sample. */
function around({ samples, width }: Luma, at: number): number {
  let sum = 0
  for (const [v, tap] of AROUND_TAPS.entries()) {
    const from = at + (v - MARKS_HALO_PX) * width - MARKS_HALO_PX
    let row = 0
    for (const [u, weight] of AROUND_TAPS.entries()) row += weight * samples[from + u]!
    sum += tap * row
  }
  return sum
}
