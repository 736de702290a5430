// The nets as the tile threads see them: the runtime stays on the child's main thread, because one that is stopped inside a thread takes
// the process down (engine study §2.3). A thread prepares what a net is asked and finishes what it answers; both cost as much as
// many a net.
import type { EnlargeNet } from './enlarge-net.ts'
import type { MaskNet } from './mask-net.ts'
import type { Nets, RefineNetName } from './open-net.ts'
import { type RefineNetShape, refineNet } from './refine-net.ts'

/** Plain data: what a thread must know of the nets of a run. */
export interface NetDescriptions {
  readonly enlarge?: Omit<EnlargeNet, 'run'>
  readonly mark?: Omit<MaskNet, 'run'>
  readonly refine: readonly (readonly [RefineNetName, RefineNetShape])[]
}

export interface InferenceRequest {
  readonly net: 'enlarge' | 'mark' | RefineNetName
  readonly samples: Float32Array
  readonly width: number
}

export function describeNets({ enlarge, mark, refine = {} }: Nets): NetDescriptions {
  const shapes = Object.entries(refine).map(([name, { shape }]) => [name as RefineNetName, shape] as const)
  return {
    enlarge: enlarge && withoutRun(enlarge),
    mark: mark && withoutRun(mark),
    refine: shapes,
  }
}

/** What can be run cannot be sent. */
const withoutRun = <Net extends { readonly run: unknown }>({ run: _, ...facts }: Net): Omit<Net, 'run'> => facts

export function answerRequest({ enlarge, mark, refine }: Nets, { net, samples, width }: InferenceRequest) {
  if (net === 'enlarge') return enlarge!.run(samples, width)
  if (net === 'mark') return mark!.run(samples, width)
  return refine![net]!.answer(samples, width)
}

export function proxyNets(facts: NetDescriptions, ask: (question: InferenceRequest) => Promise<Float32Array>): Nets {
  const asked = (net: InferenceRequest['net']) => (samples: Float32Array, width: number) => ask({ net, samples, width })
  return {
    enlarge: facts.enlarge && { ...facts.enlarge, run: asked('enlarge') },
    mark: facts.mark && { ...facts.mark, run: asked('mark') },
    refine: Object.fromEntries(facts.refine.map(([name, shape]) => [name, refineNet(shape, asked(name))])),
  }
}
