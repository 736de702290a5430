// By how much two results differ where one sees it: in the blocks in which they differ most, not on the mean of a picture that is mostly the same.
import type { Raster } from '#engine/image/raster.ts'
import { mean } from '../statistics.ts'

const BLOCK_PX = 16
/** The most different tenth of the blocks counts. */
const PART = 0.1

/** Mean over these blocks of the absolute difference of all channels, in 8-bit levels. Two pictures of the same size and 8 bits. */
export function blockDifference(a: Raster, b: Raster): number {
  const differences: number[] = []
  for (let y = 0; y + BLOCK_PX <= a.height; y += BLOCK_PX)
    for (let x = 0; x + BLOCK_PX <= a.width; x += BLOCK_PX) differences.push(differenceIn(a, b, x, y))
  differences.sort((first, second) => second - first)
  return mean(differences.slice(0, Math.max(1, Math.round(PART * differences.length))))
}

function differenceIn(a: Raster, b: Raster, left: number, top: number): number {
  const rowLength = BLOCK_PX * a.channels
  let sum = 0
  for (let y = top; y < top + BLOCK_PX; y++) {
    const start = (y * a.width + left) * a.channels
    for (let i = start; i < start + rowLength; i++) sum += Math.abs(a.data[i]! - b.data[i]!)
  }
  return sum / (rowLength * BLOCK_PX)
}
