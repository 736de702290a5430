// Interpolation between two nets: where one was fine-tuned from the other and kept near it, every mixture of their weights
// works, and the share is a slider (engine study §3.7; Wang et al. 2019, deep network interpolation). What
// the inventing end learnt can be blended into `sr2-low` too, which comes from the same net.
import { checkPattern } from './check-output.ts'
import { haloPxOf } from './enlarge-graph.ts'
import type { ActivationRange, ActivationRanges, Weights } from './read-weights.ts'
import { referenceInference } from './reference-inference.ts'

export type BlendBase = 'sr2' | 'sr2-low' | 'sr4-wide'
/** `sr2~7`: `sr2` with seven tenths of what `sr2-tex` learnt. In tenths, so that plans name few nets. */
export type BlendName = `${BlendBase}~${number}`

const STEPS = 10

/** `base` with `part` (0–1) of what the inventing end was fine-tuned to. */
export function blendName(base: BlendBase, part: number): BlendBase | BlendName {
  const step = Math.round(part * STEPS)
  return step === 0 ? base : `${base}~${step}`
}

/** The faithful net and what was fine-tuned from it. */
export const blendEndsOf = (base: string) =>
  base === 'sr4-wide' ? (['sr4-wide', 'sr4-tex'] as const) : (['sr2', 'sr2-tex'] as const)

/** Undefined for a net that has a file of its own. */
export function blendOf(name: string): { readonly base: string; readonly part: number } | undefined {
  const [base, step] = name.split('~')
  return step === undefined ? undefined : { base: base!, part: Number(step) / STEPS }
}

export interface BlendEnds {
  readonly base: Weights
  readonly faithful: Weights
  readonly inventing: Weights
}

/** A mixture has no trained output to check against; reference inference computes it for these few pixels in some 30 ms. */
const CHECK_SIDE_PX = 4

export function blendWeights({ base, faithful, inventing }: BlendEnds, part: number): Weights {
  const { factor, depth } = base
  const tensors = base.tensors.map(({ name, shape, values }, i) => {
    const [from, to] = [faithful.tensors[i], inventing.tensors[i]]
    if (from?.values.length !== values.length || to?.values.length !== values.length)
      throw new Error('nets of two shapes are not mixed')
    return { name, shape, values: values.map((value, at) => value + part * (to.values[at]! - from.values[at]!)) }
  })
  const pattern = checkPattern(CHECK_SIDE_PX + 2 * haloPxOf(base))
  const referenceOutput = referenceInference({ factor, depth, tensors }, pattern)
  const activationRanges = rangesAround([base, faithful, inventing])
  return { factor, depth, tensors, activationRanges, checkSidePx: CHECK_SIDE_PX, referenceOutput }
}

/** A mixture was never calibrated; its activations are about as large as those of the nets that it is made of. */
function rangesAround(nets: readonly Weights[]): ActivationRanges | undefined {
  const all = nets.flatMap(({ activationRanges }) => (activationRanges ? [activationRanges] : []))
  if (all.length < nets.length) return undefined
  const around = (own: readonly ActivationRange[]): ActivationRange => [
    Math.min(...own.map(([least]) => least)),
    Math.max(...own.map(([, most]) => most)),
  ]
  return Object.fromEntries(
    Object.keys(all[0]!).map((name) => [name, around(all.map((activationRanges) => activationRanges[name]!))]),
  )
}
