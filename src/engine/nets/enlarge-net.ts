// An enlarging net: luma with surroundings goes in, its inner part comes out larger.
import { checkPattern } from './check-output.ts'
import { enlargeGraph, reachOf, strideOf } from './enlarge-graph.ts'
import type { Weights } from './read-weights.ts'
import { type Arithmetic, provenSession, type SessionPlace } from './verified-session.ts'

export interface EnlargeNet {
  readonly factor: number
  /** Source pixels of surroundings that the input must have on every side. */
  readonly reachPx: number
  /** The inner part's sides must be multiples of this many source pixels. */
  readonly stepPx: number
  readonly arithmetic: Arithmetic
  /** Luma 0–1 with surroundings → the inner part, `factor` times as large. */
  run(samples: Float32Array, width: number): Promise<Float32Array>
}

/** Our nets and their mixtures give 30 to 39 dB, and lose 0.01 to 0.03 dB on pictures; cut sums give at most 21. */
const INT8_LEAST_DB = 26

export interface NetPlace extends SessionPlace {
  /** The picture is looked at a second time upside down, and the mean taken: nearer to the truth, for twice the net's time. */
  readonly twice?: boolean
}

export async function createEnlargeNet(
  weights: Weights,
  threads: number,
  { twice = false, ...place }: NetPlace = {},
): Promise<EnlargeNet> {
  const { factor, spans, checkSidePx, checkAnswer } = weights
  const reachPx = reachOf(weights)
  const side = checkSidePx + 2 * reachPx
  const session = await provenSession(
    {
      graph: enlargeGraph(weights),
      spans,
      threads,
      check: (opened) => opened.run(checkPattern(side), 1, side),
      checkAnswer,
      int8LeastDb: INT8_LEAST_DB,
    },
    place,
  )
  const run = (samples: Float32Array, width: number) => session.run(samples, 1, width)
  return {
    factor,
    reachPx,
    stepPx: strideOf(weights),
    arithmetic: session.arithmetic,
    run: twice ? (samples, width) => fromBothSides(run, samples, width) : run,
  }
}

/** Turning by 180° is reading the samples backwards. */
async function fromBothSides(run: EnlargeNet['run'], samples: Float32Array, width: number): Promise<Float32Array> {
  const upright = await run(samples, width)
  const turned = (await run(samples.toReversed(), width)).reverse()
  return upright.map((value, at) => 0.5 * (value + turned[at]!))
}
