// How much a run changed its picture, for `src/rulebook/runs/no-effect.ts`. Some rows of the source are kept until the result is there, because
// the picture itself is freed after the first pass. Only where both have the same size: a larger picture is an effect by itself.
import type { PictureChange } from '../engine-types.ts'
import { type Raster, sampleMax } from '../image/raster.ts'

/** A scratch or a speck of dust is larger than what lies between two rows. */
const EVERY_NTH_ROW = 4
/** A difference of this many of 256 levels can be seen beside the original at 100 %. */
const VISIBLE_LEVELS = 8

export interface KeptRows extends Pick<Raster, 'width' | 'height' | 'channels' | 'bits'> {
  readonly rows: readonly Raster['data'][]
}

export function keepRows({ width, height, channels, bits, data }: Raster): KeptRows {
  const length = width * channels
  const rows: Raster['data'][] = []
  for (let y = 0; y < height; y += EVERY_NTH_ROW) rows.push(data.slice(y * length, (y + 1) * length))
  return { width, height, channels, bits, rows }
}

/** Undefined where the result is of another size. */
export function measureChange(kept: KeptRows, result: Raster): PictureChange | undefined {
  const { width, height, channels, rows } = kept
  if (result.width !== width || result.height !== height || result.channels !== channels) return undefined
  const scales = [255 / sampleMax(kept.bits), 255 / sampleMax(result.bits)] as const
  let sum = 0
  let visible = 0
  for (const [n, row] of rows.entries()) {
    const at = n * EVERY_NTH_ROW * width * channels
    for (let x = 0; x < width; x++) {
      let most = 0
      for (let i = x * channels; i < (x + 1) * channels; i++) {
        const difference = Math.abs(row[i]! * scales[0] - result.data[at + i]! * scales[1])
        sum += difference
        if (difference > most) most = difference
      }
      if (most >= VISIBLE_LEVELS) visible++
    }
  }
  const pixels = rows.length * width
  return { meanLevels: sum / (pixels * channels), visibleShare: visible / pixels }
}
