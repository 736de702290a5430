// From the net's logits to what may be damage (engine study §3.2 "Restore").

import type { Plane } from '../image/plane.ts'
import type { Rect } from '../image/rect.ts'
import { gaussianTaps } from '../signal/separable.ts'

/**
 * Likelihood from which on a pixel may be damage; whether it is, its whole region decides (classify-regions.ts). What is darker than its
 * surroundings must be surer: pupils, nostrils, the shadow along a chin and the rim of a pair of glasses are dark and thin too.
 */
const LIKELY = { bright: 0.8, dark: 0.9 } as const
/** A logit of 1 is so many steps of what is found. */
export const LOGIT_STEPS = 16
const MOST_STEPS = 255
/** Where the mask covers more of the picture than this it is its texture, and the repair stays away. */
export const ABSTAIN_FRACTION = 0.08
const AROUND_TAPS = gaussianTaps(5)
/** Pixels around damage that decide on which side it lies. */
export const MASK_HALO_PX = AROUND_TAPS.length >> 1

const logitOf = (likelihood: number) => Math.log(likelihood / (1 - likelihood))

type Luma = Pick<Plane, 'samples' | 'width' | 'height'>

/** How likely damage is, in steps of the logit, where it is likely enough; else 0; for the pixels of `core`, which lies at least MASK_HALO_PX inside the luma. */
export function maskFromLogits(logits: Float32Array, luma: Luma, core: Rect): Uint8Array {
  const mask = new Uint8Array(core.width * core.height)
  const [bright, dark] = [logitOf(LIKELY.bright), logitOf(LIKELY.dark)]
  for (let y = 0, to = 0; y < core.height; y++) {
    let at = (core.y + y) * luma.width + core.x
    for (let x = 0; x < core.width; x++, at++, to++) {
      const logit = logits[at]!
      // The surroundings are expensive and needed for few pixels.
      if (logit >= dark || (logit >= bright && luma.samples[at]! >= around(luma, at)))
        mask[to] = Math.min(MOST_STEPS, Math.round(LOGIT_STEPS * logit))
    }
  }
  return mask
}

/** Gaussian mean of the luma around a sample. */
function around({ samples, width }: Luma, at: number): number {
  let sum = 0
  for (const [v, tap] of AROUND_TAPS.entries()) {
    const from = at + (v - MASK_HALO_PX) * width - MASK_HALO_PX
    let row = 0
    for (const [u, weight] of AROUND_TAPS.entries()) row += weight * samples[from + u]!
    sum += tap * row
  }
  return sum
}
