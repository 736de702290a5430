// Whether what a cleaning step removed recurs: the dots of a print screen, the threads of a cloth and the bars of a lattice do, noise never does.
import type { TakenPiece } from './residual.ts'

/** Noise of cameras and the blocks of JPEG are alike over less. */
const FROM_PX = 4
const TO_PX = 12
/** Every fourth line is enough. */
const LINE_STEP = 4

/** The largest correlation of what was taken with itself some pixels away, over all pieces; 0 to 1. */
export function recurrenceOf(pieces: readonly TakenPiece[]): number {
  let highest = 0
  for (let down = 0; down <= TO_PX; down++)
    for (let right = down === 0 ? FROM_PX : -TO_PX; right <= TO_PX; right++)
      if (Math.max(down, Math.abs(right)) >= FROM_PX) highest = Math.max(highest, correlation(pieces, right, down))
  return highest
}

function correlation(pieces: readonly TakenPiece[], right: number, down: number): number {
  let [product, energy] = [0, 0]
  for (const { samples, width } of pieces) {
    const [from, to] = [Math.max(0, -right), width - Math.max(0, right)]
    const away = down * width + right
    for (let row = 0; row + (down + 1) * width <= samples.length; row += LINE_STEP * width)
      for (let i = row + from; i < row + to; i++) {
        const [here, there] = [samples[i]!, samples[i + away]!]
        product += here * there
        energy += here * here + there * there
      }
  }
  return energy === 0 ? 0 : (2 * product) / energy
}
