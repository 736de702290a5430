// Nets between two ends: where one was trained on from the other and kept near it, every mixture of their weights is a net that
// works, and the way from one to the other is a slider (engine study §3.7; Wang et al. 2019, deep network interpolation).
import { checkPattern } from './check-answer.ts'
import { reachOf } from './enlarge-graph.ts'
import { plainAnswer } from './plain-answer.ts'
import type { Weights } from './read-weights.ts'

/** `sr2~7`: seven tenths of the way from the faithful net to the one that invents texture. Tenths, so that plans name few nets. */
export type BlendName = `sr2~${number}`

const STEPS = 10

/** The net at `part` (0–1) of the way. */
export function blendName(part: number): 'sr2' | BlendName {
  const step = Math.round(part * STEPS)
  return step === 0 ? 'sr2' : `sr2~${step}`
}

/** Undefined for a net that lies in a file of its own. */
export function blendOf(
  name: string,
): { readonly from: string; readonly towards: string; readonly part: number } | undefined {
  const [from, step] = name.split('~')
  return step === undefined ? undefined : { from: from!, towards: `${from}-tex`, part: Number(step) / STEPS }
}

/** The training knows no answer of a mixture; plain loops compute it for so few pixels in some 30 ms. */
const CHECK_SIDE_PX = 4

/** `part` 0 is `from`, 1 is `towards`. */
export function blendWeights(from: Weights, towards: Weights, part: number): Weights {
  const { factor, depth } = from
  const tensors = from.tensors.map(({ name, shape, values }, i) => {
    const other = towards.tensors[i]
    if (other?.name !== name || other.values.length !== values.length)
      throw new Error('nets of two shapes are not mixed')
    return { name, shape, values: values.map((value, at) => value + part * (other.values[at]! - value)) }
  })
  const pattern = checkPattern(CHECK_SIDE_PX + 2 * reachOf(from))
  const checkAnswer = plainAnswer({ factor, depth, tensors }, pattern)
  return { factor, depth, tensors, checkSidePx: CHECK_SIDE_PX, checkAnswer }
}
