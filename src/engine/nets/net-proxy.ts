// The nets as the tile threads see them: the runtime stays on the child's main thread, because terminating a thread with a session brings
// the process down (engine study §2.3). A thread prepares the input of a net and finishes its output; both can cost as much as
// the net.
import type { ColourNetFacts } from './colour-net.ts'
import type { EnlargeNet } from './enlarge-net.ts'
import type { MaskNet } from './mask-net.ts'
import type { Nets, RefineNetName } from './open-net.ts'
import { type RefineNetShape, refineNet } from './refine-net.ts'

/** Plain data: what a thread needs of the nets of a run. */
export interface NetDescriptions {
  readonly enlarge?: Omit<EnlargeNet, 'run'>
  readonly pack?: ColourNetFacts
  readonly mask?: Omit<MaskNet, 'run'>
  readonly refine: readonly (readonly [RefineNetName, RefineNetShape])[]
}

export interface InferenceRequest {
  readonly net: 'enlarge' | 'pack' | 'mask' | RefineNetName
  readonly samples: Float32Array
  readonly width: number
}

export function describeNets({ enlarge, pack, mask, refine = {} }: Nets): NetDescriptions {
  const shapes = Object.entries(refine).map(([name, { shape }]) => [name as RefineNetName, shape] as const)
  return {
    enlarge: enlarge && withoutRun(enlarge),
    pack: pack && withoutRun(pack),
    mask: mask && withoutRun(mask),
    refine: shapes,
  }
}

/** Functions cannot be sent to a thread. */
const withoutRun = <Net extends { readonly run: unknown }>({ run: _, ...facts }: Net): Omit<Net, 'run'> => facts

export function serveRequest({ enlarge, pack, mask, refine }: Nets, { net, samples, width }: InferenceRequest) {
  if (net === 'enlarge') return enlarge!.run(samples, width)
  if (net === 'pack') return pack!.run(samples, width)
  if (net === 'mask') return mask!.run(samples, width)
  return refine![net]!.infer(samples, width)
}

export function proxyNets(facts: NetDescriptions, ask: (question: InferenceRequest) => Promise<Float32Array>): Nets {
  const inferBy = (net: InferenceRequest['net']) => (samples: Float32Array, width: number) =>
    ask({ net, samples, width })
  return {
    enlarge: facts.enlarge && { ...facts.enlarge, run: inferBy('enlarge') },
    pack: facts.pack && { ...facts.pack, run: inferBy('pack') },
    mask: facts.mask && { ...facts.mask, run: inferBy('mask') },
    refine: Object.fromEntries(facts.refine.map(([name, shape]) => [name, refineNet(shape, inferBy(name))])),
  }
}
