// Where a source is no livelier than its own grain there is nothing for a net to find: it draws the grain into worms. There the plainly
// interpolated source takes the place of the net's answer (soft grain, as a larger print has); edges and texture keep the net's.

import { cropSamples } from '../image/cut-tile.ts'
import { clamp01, ramp } from '../image/ramp.ts'
import { grow, type Rect, type Size } from '../image/rect.ts'
import { resamplePlane } from '../resample/resample-plane.ts'
import { cutPlane, type StoredPlane } from '../resample/stored-plane.ts'
import { tapsFor } from '../resample/taps.ts'
import { gaussianBlur } from '../signal/separable.ts'

/** In source pixels: what is finer than this counts as grain or detail. */
const COARSE = gaussianBlur(1.2)
/** In source pixels: the neighbourhood whose liveliness is compared with the grain. */
const NEIGHBOURHOOD = gaussianBlur(2)
/** Parts of the measured noise: up to the first it is grain alone, from the second on detail. Grey grain measures √3 of its deviation in luma (`PictureAnalysis`). */
const LIVELINESS = { grain: 0.65, detail: 1.3 } as const

/** In place: `drawn`, the net's answer for `core` of the plane of size `to`; `grain` as measured in the source, 0–1. */
export function keepGrain(drawn: Float32Array, source: StoredPlane, to: Size, core: Rect, grain: number): void {
  const { piece, columns, rows } = tapsFor(source, to, core, 'bicubic')
  const plain = resamplePlane(cutPlane(source, piece), piece.width, columns, rows)
  const detail = resamplePlane(detailShare(source, piece, grain), piece.width, columns, rows)
  for (let i = 0; i < drawn.length; i++) drawn[i] = plain[i]! + clamp01(detail[i]!) * (drawn[i]! - plain[i]!)
}

/** 0–1 for each source pixel of `piece`. */
function detailShare(source: StoredPlane, piece: Rect, grain: number): Float32Array {
  const halo = COARSE.radius + NEIGHBOURHOOD.radius
  const wide = grow(piece, halo)
  const fine = cutPlane(source, wide)
  const coarse = COARSE.blur(fine, wide.width)
  for (let i = 0; i < fine.length; i++) fine[i] = (fine[i]! - coarse[i]!) ** 2
  const power = NEIGHBOURHOOD.blur(fine, wide.width)
  for (let i = 0; i < power.length; i++)
    power[i] = ramp(Math.sqrt(power[i]!), LIVELINESS.grain * grain, LIVELINESS.detail * grain)
  return cropSamples(power, wide.width, { ...piece, x: halo, y: halo })
}
