// How much a run changed its picture, for `src/rulebook/runs/no-effect.ts`. Some rows of the source are kept until the result is there, because
// the picture itself is freed after the first pass. Only where both have the same size: a larger picture is an effect by itself.
// Plain parts do not count, changed or not: a photo on a large border would be judged by its border (decision 0224).
import { PLAIN_LEVELS } from '../analysis/plain-border.ts'
import { type Raster, sampleMax } from '../image/raster.ts'
import type { PictureChange } from '../picture-change.ts'

/** A scratch or a speck of dust is larger than what lies between two rows. */
const EVERY_NTH_ROW = 4
/** A difference of this many of 256 levels can be seen beside the original at 100 %. */
const VISIBLE_LEVELS = 8
/** Tiles are judged plain or not: so many pixels wide, and as high in kept rows. */
const TILE = { widthPx: 32, rows: 32 / EVERY_NTH_ROW } as const

export interface KeptRows extends Pick<Raster, 'width' | 'height' | 'channels' | 'bits'> {
  readonly rows: readonly Raster['data'][]
}

export function keepRows({ width, height, channels, bits, data }: Raster): KeptRows {
  const length = width * channels
  const rows: Raster['data'][] = []
  for (let y = 0; y < height; y += EVERY_NTH_ROW) rows.push(data.slice(y * length, (y + 1) * length))
  return { width, height, channels, bits, rows }
}

/** Undefined where the result is of another size. A picture that is plain everywhere counts as a whole. */
export function measureChange(kept: KeptRows, result: Raster): PictureChange | undefined {
  const { width, height, channels, rows } = kept
  if (result.width !== width || result.height !== height || result.channels !== channels) return undefined
  const shown = { pixels: 0, sum: 0, visible: 0 }
  const plain = { pixels: 0, sum: 0, visible: 0 }
  for (let row = 0; row < rows.length; row += TILE.rows)
    for (let x = 0; x < width; x += TILE.widthPx) {
      const tile = { x, row, toX: Math.min(width, x + TILE.widthPx), toRow: Math.min(rows.length, row + TILE.rows) }
      addChange(isPlain(kept, tile) ? plain : shown, kept, result, tile)
    }
  const { pixels, sum, visible } = shown.pixels > 0 ? shown : plain
  return { meanLevels: sum / (pixels * channels), visibleShare: visible / pixels }
}

/** Columns, and kept rows by number; the ends are outside. */
interface Tile {
  readonly x: number
  readonly toX: number
  readonly row: number
  readonly toRow: number
}

function isPlain({ rows, channels, bits }: KeptRows, { x, toX, row, toRow }: Tile): boolean {
  const most = (PLAIN_LEVELS * sampleMax(bits)) / 255
  for (let channel = 0; channel < channels; channel++) {
    let low = Number.POSITIVE_INFINITY
    let high = 0
    for (let n = row; n < toRow; n++)
      for (let i = x * channels + channel; i < toX * channels; i += channels) {
        const value = rows[n]![i]!
        if (value < low) low = value
        if (value > high) high = value
        if (high - low > most) return false
      }
  }
  return true
}

interface Sums {
  pixels: number
  sum: number
  visible: number
}

function addChange(sums: Sums, { rows, width, channels, bits }: KeptRows, result: Raster, tile: Tile): void {
  const scales = [255 / sampleMax(bits), 255 / sampleMax(result.bits)] as const
  for (let n = tile.row; n < tile.toRow; n++) {
    const row = rows[n]!
    const at = n * EVERY_NTH_ROW * width * channels
    for (let x = tile.x; x < tile.toX; x++) {
      let most = 0
      for (let i = x * channels; i < (x + 1) * channels; i++) {
        const difference = Math.abs(row[i]! * scales[0] - result.data[at + i]! * scales[1])
        sums.sum += difference
        if (difference > most) most = difference
      }
      if (most >= VISIBLE_LEVELS) sums.visible += 1
    }
  }
  sums.pixels += (tile.toRow - tile.row) * (tile.toX - tile.x)
}
