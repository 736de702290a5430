// How much a run changed its picture, for `src/rulebook/runs/no-effect.ts`. Some rows of the source are kept until the result is there, because
// the picture itself is freed after the first pass. Only where both have the same size: a larger picture is an effect by itself.
// Plain parts do not count, changed or not: a photo on a large border would be judged by its border (decision 0224).
import { isPlain } from '../analysis/plain-border.ts'
import { createRaster, type Raster, sampleMax } from '../image/raster.ts'
import type { Rect } from '../image/rect.ts'
import type { PictureChange } from '../picture-change.ts'

/** A scratch or a speck of dust is larger than what lies between two rows. */
const EVERY_NTH_ROW = 4
/** A difference of this many of 256 levels can be seen beside the original at 100 %. */
const VISIBLE_LEVELS = 8
/** Tiles are judged plain or not: so many pixels wide, and as high in kept rows. */
const TILE = { widthPx: 32, rows: 32 / EVERY_NTH_ROW } as const

export interface KeptRows {
  /** Height of the picture. */
  readonly height: number
  readonly rows: Raster
}

export function keepRows({ width, height, channels, bits, data }: Raster): KeptRows {
  const rows = createRaster(width, Math.ceil(height / EVERY_NTH_ROW), channels, bits)
  const length = width * channels
  for (let n = 0; n < rows.height; n++) {
    const start = n * EVERY_NTH_ROW * length
    rows.data.set(data.subarray(start, start + length), n * length)
  }
  return { height, rows }
}

/** Undefined where the result is of another size. A picture that is plain everywhere counts as a whole. */
export function measureChange({ height, rows }: KeptRows, result: Raster): PictureChange | undefined {
  const { width, channels } = rows
  if (result.width !== width || result.height !== height || result.channels !== channels) return undefined
  const shown = { pixels: 0, sum: 0, visible: 0 }
  const plain = { pixels: 0, sum: 0, visible: 0 }
  for (let y = 0; y < rows.height; y += TILE.rows)
    for (let x = 0; x < width; x += TILE.widthPx) {
      const tile = { x, y, width: Math.min(TILE.widthPx, width - x), height: Math.min(TILE.rows, rows.height - y) }
      addChange(isPlain(rows, tile) ? plain : shown, rows, result, tile)
    }
  const { pixels, sum, visible } = shown.pixels > 0 ? shown : plain
  return { meanLevels: sum / (pixels * channels), visibleShare: visible / pixels }
}

interface Sums {
  pixels: number
  sum: number
  visible: number
}

/** `tile`: of the kept rows. */
function addChange(sums: Sums, { data, width, channels, bits }: Raster, result: Raster, tile: Rect): void {
  const scales = [255 / sampleMax(bits), 255 / sampleMax(result.bits)] as const
  for (let y = tile.y; y < tile.y + tile.height; y++) {
    const before = y * width * channels
    const after = before * EVERY_NTH_ROW
    for (let x = tile.x; x < tile.x + tile.width; x++) {
      let most = 0
      for (let i = x * channels; i < (x + 1) * channels; i++) {
        const difference = Math.abs(data[before + i]! * scales[0] - result.data[after + i]! * scales[1])
        sums.sum += difference
        if (difference > most) most = difference
      }
      if (most >= VISIBLE_LEVELS) sums.visible += 1
    }
  }
  sums.pixels += tile.width * tile.height
}
