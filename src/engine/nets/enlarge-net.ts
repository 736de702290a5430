// An enlarging net: luma with surroundings goes in, its inner part comes out larger.
import { checkPattern } from './check-output.ts'
import { enlargeGraph, haloPxOf, strideOf } from './enlarge-graph.ts'
import type { Weights } from './read-weights.ts'
import { type Arithmetic, type SessionPlace, verifiedSession } from './verified-session.ts'

export interface EnlargeNet {
  readonly factor: number
  /** Source pixels of surroundings that the input must have on every side. */
  readonly haloPx: number
  /** The inner part's sides must be multiples of this many source pixels. */
  readonly stepPx: number
  readonly arithmetic: Arithmetic
  /** Luma 0–1 with surroundings → the inner part, `factor` times as large. */
  run(samples: Float32Array, width: number): Promise<Float32Array>
}

/** Our nets and their mixtures give 30 to 39 dB, and lose 0.01 to 0.03 dB on pictures; cut sums give at most 21. */
const INT8_MIN_PSNR_DB = 26

export interface NetPlace extends SessionPlace {
  /** Self-ensemble: run a second time upside down, and the mean taken: nearer to the truth, for twice the net's time. */
  readonly selfEnsemble?: boolean
}

export async function createEnlargeNet(
  weights: Weights,
  threads: number,
  { selfEnsemble = false, ...place }: NetPlace = {},
): Promise<EnlargeNet> {
  const { factor, activationRanges, checkSidePx, referenceOutput } = weights
  const haloPx = haloPxOf(weights)
  const side = checkSidePx + 2 * haloPx
  const session = await verifiedSession(
    {
      graph: enlargeGraph(weights),
      activationRanges,
      threads,
      check: (opened) => opened.run(checkPattern(side), 1, side),
      referenceOutput,
      int8MinPsnrDb: INT8_MIN_PSNR_DB,
    },
    place,
  )
  const run = (samples: Float32Array, width: number) => session.run(samples, 1, width)
  return {
    factor,
    haloPx,
    stepPx: strideOf(weights),
    arithmetic: session.arithmetic,
    run: selfEnsemble ? (samples, width) => selfEnsembled(run, samples, width) : run,
  }
}

/** Turning by 180° is reading the samples backwards. */
async function selfEnsembled(run: EnlargeNet['run'], samples: Float32Array, width: number): Promise<Float32Array> {
  const upright = await run(samples, width)
  const turned = (await run(samples.toReversed(), width)).reverse()
  return upright.map((value, at) => 0.5 * (value + turned[at]!))
}
