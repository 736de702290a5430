// A net that tells for each pixel how likely a mark of damage lies there, as the repair uses it.
import { checkPattern, proveAnswer } from './check-output.ts'
import { markGraph, markReachPx, markStepPx } from './mask-graph.ts'
import type { MarkWeights } from './read-weights.ts'
import { createSession } from './session.ts'

export interface MarkNet {
  /** Pixels of surroundings that a correct value needs on every side. */
  readonly reachPx: number
  /** What is given to the net starts and ends at multiples of this many pixels of the picture. */
  readonly stepPx: number
  /** Luma 0–1 → a logit for each of its pixels. */
  run(luma: Float32Array, width: number): Promise<Float32Array>
}

/** Opened and proven to compute right here. */
export async function createMarkNet(weights: MarkWeights, threads: number): Promise<MarkNet> {
  const session = await createSession(markGraph(weights), threads)
  const run = (luma: Float32Array, width: number) => session.run(luma, 1, width)
  proveAnswer(await run(checkPattern(weights.checkSidePx), weights.checkSidePx), weights.checkAnswer)
  return { reachPx: markReachPx(weights), stepPx: markStepPx(weights), run }
}
