// The nets as the tile threads see them: the runtime stays on the child's main thread, because one that is stopped inside a thread takes
// the process down (engine study §2.3). A thread prepares what a net is asked and finishes what it answers; both cost as much as
// many a net.
import type { EnlargeNet } from './enlarge-net.ts'
import type { MarkNet } from './mask-net.ts'
import type { Nets, SameSizeNetName } from './open-net.ts'
import { type SameSizeShape, sameSizeNet } from './refine-net.ts'

/** Plain data: what a thread must know of the nets of a run. */
export interface NetFacts {
  readonly enlarge?: Omit<EnlargeNet, 'run'>
  readonly mark?: Omit<MarkNet, 'run'>
  readonly sameSize: readonly (readonly [SameSizeNetName, SameSizeShape])[]
}

export interface NetQuestion {
  readonly net: 'enlarge' | 'mark' | SameSizeNetName
  readonly samples: Float32Array
  readonly width: number
}

export function factsOf({ enlarge, mark, sameSize = {} }: Nets): NetFacts {
  const shapes = Object.entries(sameSize).map(([name, { shape }]) => [name as SameSizeNetName, shape] as const)
  return {
    enlarge: enlarge && withoutRun(enlarge),
    mark: mark && withoutRun(mark),
    sameSize: shapes,
  }
}

/** What can be run cannot be sent. */
const withoutRun = <Net extends { readonly run: unknown }>({ run: _, ...facts }: Net): Omit<Net, 'run'> => facts

export function answerOf({ enlarge, mark, sameSize }: Nets, { net, samples, width }: NetQuestion) {
  if (net === 'enlarge') return enlarge!.run(samples, width)
  if (net === 'mark') return mark!.run(samples, width)
  return sameSize![net]!.answer(samples, width)
}

export function netsBehind(facts: NetFacts, ask: (question: NetQuestion) => Promise<Float32Array>): Nets {
  const asked = (net: NetQuestion['net']) => (samples: Float32Array, width: number) => ask({ net, samples, width })
  return {
    enlarge: facts.enlarge && { ...facts.enlarge, run: asked('enlarge') },
    mark: facts.mark && { ...facts.mark, run: asked('mark') },
    sameSize: Object.fromEntries(facts.sameSize.map(([name, shape]) => [name, sameSizeNet(shape, asked(name))])),
  }
}
