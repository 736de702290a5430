// The plain border around a small photo: measured with it, the photo drowns (decision 0224).
import { type Raster, sampleMax } from '../image/raster.ts'
import type { Rect } from '../image/rect.ts'

/** In no channel do the samples of a plain part differ by more, in 8-bit levels: borders and flat graphics, not the sky of a photo. */
export const PLAIN_LEVELS = 2
/** Part of the area that lies inside, at most. The margins of a page and the bars of a film stay where they are: what is measured was calibrated with them. */
const MOST_INSIDE = 0.5
/** Too little to measure anything. */
const LEAST_SIDE_PX = 64

/** What lies inside a plain border that is more than half of the picture; the whole picture otherwise. */
export function insideBorder(raster: Raster): Rect {
  const { width, height } = raster
  const row = (y: number): Rect => ({ x: 0, y, width, height: 1 })
  const top = plainLines(raster, height, row)
  const bottom = plainLines(raster, height - top, (n) => row(height - 1 - n))
  const inside = height - top - bottom
  const column = (x: number): Rect => ({ x, y: top, width: 1, height: inside })
  const left = plainLines(raster, width, column)
  const right = plainLines(raster, width - left, (n) => column(width - 1 - n))
  const rect = { x: left, y: top, width: width - left - right, height: inside }
  const isPhoto = Math.min(rect.width, rect.height) >= LEAST_SIDE_PX
  return isPhoto && rect.width * rect.height < MOST_INSIDE * width * height ? rect : { x: 0, y: 0, width, height }
}

function plainLines(raster: Raster, most: number, lineOf: (n: number) => Rect): number {
  let count = 0
  while (count < most && isPlain(raster, lineOf(count))) count++
  return count
}

/** All channels in one pass: a column of a large picture is a line of memory a sample. */
export function isPlain({ data, width, channels, bits }: Raster, part: Rect): boolean {
  const most = (PLAIN_LEVELS * sampleMax(bits)) / 255
  const low = Array<number>(channels).fill(Number.POSITIVE_INFINITY)
  const high = Array<number>(channels).fill(0)
  for (let y = part.y; y < part.y + part.height; y++)
    for (let x = part.x; x < part.x + part.width; x++)
      for (let channel = 0; channel < channels; channel++) {
        const value = data[(y * width + x) * channels + channel]!
        if (value < low[channel]!) low[channel] = value
        if (value > high[channel]!) high[channel] = value
        if (high[channel]! - low[channel]! > most) return false
      }
  return true
}
