// A segmentation net: for each pixel how likely damage lies there.
import { checkPattern, verifyOutput } from './check-output.ts'
import { maskGraph, maskHaloPx, maskStepPx } from './mask-graph.ts'
import type { MaskWeights } from './read-weights.ts'
import { createSession } from './session.ts'

export interface MaskNet {
  /** Pixels of surroundings that a correct value needs on every side. */
  readonly haloPx: number
  /** What is given to the net starts and ends at multiples of this many pixels of the picture. */
  readonly stepPx: number
  /** Luma 0–1 → a logit for each of its pixels. */
  run(luma: Float32Array, width: number): Promise<Float32Array>
}

/** Opened and verified on this processor. */
export async function createMaskNet(weights: MaskWeights, threads: number): Promise<MaskNet> {
  const session = await createSession(maskGraph(weights), threads)
  const run = (luma: Float32Array, width: number) => session.run(luma, 1, width)
  verifyOutput(await run(checkPattern(weights.checkSidePx), weights.checkSidePx), weights.referenceOutput)
  return { haloPx: maskHaloPx(weights), stepPx: maskStepPx(weights), run }
}
