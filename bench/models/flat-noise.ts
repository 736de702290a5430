// How much a picture still trembles where the undamaged one is flat.
import type { Raster } from '#engine/image/raster.ts'

const BLOCK_PX = 8
/** The flattest tenth of the blocks counts. */
const PART = 0.1

/** Median over the flattest blocks of the deviation of green, in 8-bit levels. */
export function flatNoise(picture: Raster, truth: Raster): number {
  const blocks: { truth: number; left: number }[] = []
  for (let y = 0; y + BLOCK_PX <= truth.height; y += BLOCK_PX)
    for (let x = 0; x + BLOCK_PX <= truth.width; x += BLOCK_PX)
      blocks.push({ truth: deviation(truth, x, y), left: deviation(picture, x, y) })
  blocks.sort((a, b) => a.truth - b.truth)
  const flat = blocks.slice(0, Math.max(1, Math.round(PART * blocks.length))).map(({ left }) => left)
  return flat.sort((a, b) => a - b)[flat.length >> 1]!
}

function deviation({ data, width, channels }: Raster, left: number, top: number): number {
  let [sum, squares] = [0, 0]
  for (let y = top; y < top + BLOCK_PX; y++)
    for (let x = left; x < left + BLOCK_PX; x++) {
      const value = data[(y * width + x) * channels + (channels > 1 ? 1 : 0)]!
      sum += value
      squares += value * value
    }
  const count = BLOCK_PX ** 2
  return Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2))
}
