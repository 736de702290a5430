// From the net's logits to the marks that are taken out (engine study §3.2 "Restore").
import type { Rect } from '../tiles/tile-grid.ts'
import type { Plane } from './plane.ts'
import { gaussianTaps } from './separable.ts'

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

/** The margin of a mark is half mark, half picture: it goes too. Written into `out`, which holds no marks yet. */
export function widened(
  marks: Uint8Array,
  width: number,
  height: number,
  out: Uint8Array = new Uint8Array(marks.length),
): Uint8Array {
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (!marks[y * width + x]) continue
      for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++)
        for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) out[v * width + u] = 1
    }
  return out
}
