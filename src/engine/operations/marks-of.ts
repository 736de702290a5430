// From the net's logits to the marks that are taken out (engine study §3.2 "Restore").
import { blurSeparable, gaussianTaps } from './separable.ts'

/**
 * Likelihood from which on something is a mark. Chosen on held-out training photographs with drawn damage, not on the bench: what is
 * taken wrongly is worse than what is left. What is darker than its surroundings must be surer: pupils, nostrils, the shadow
 * along a chin and the rim of a pair of glasses are dark and thin too (seen on old portraits).
 */
const SURE = { bright: 0.9, dark: 0.99 } as const
/** Where "marks" cover more of the picture than this they are its texture, and the repair stays away. */
export const ABSTAIN_FRACTION = 0.08
const AROUND_TAPS = gaussianTaps(5)
/** Pixels around a mark that decide on which side it lies. */
export const MARKS_HALO_PX = AROUND_TAPS.length >> 1

const logitOf = (likelihood: number) => Math.log(likelihood / (1 - likelihood))

/** 1 where a mark lies, else 0. */
export function marksOf(logits: Float32Array, luma: Float32Array, width: number, height: number): Uint8Array {
  const around = blurSeparable(luma, width, height, AROUND_TAPS)
  const [bright, dark] = [logitOf(SURE.bright), logitOf(SURE.dark)]
  return Uint8Array.from(logits, (logit, i) => Number(logit >= (luma[i]! < around[i]! ? dark : bright)))
}

/** The margin of a mark is half mark, half picture: it goes too. */
export function widened(marks: Uint8Array, width: number, height: number): Uint8Array {
  const out = new Uint8Array(marks.length)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (!marks[y * width + x]) continue
      for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++)
        for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) out[v * width + u] = 1
    }
  return out
}
