// A tile of a net's step. The tiles' size never shows in the result.

import type { Rect } from '../image/rect.ts'
import { enlargeByNet } from '../nets/enlarge-by-net.ts'
import type { EnlargeNet } from '../nets/enlarge-net.ts'
import { pastePlane } from '../resample/stored-plane.ts'
import type { EnlargePlanes, NetStep } from './enlarge-steps.ts'

/** What a step reads and what it fills: `planes.between` (net-between) or `planes.to` (net). */
export const planesOfStep = (step: NetStep, { sourceLuma, between, to }: EnlargePlanes) => ({
  plane: step === 'net' && between ? between : sourceLuma,
  target: step === 'net-between' ? between! : to,
})

export async function runNetStep(net: EnlargeNet, step: NetStep, planes: EnlargePlanes, core: Rect): Promise<void> {
  const { plane, target } = planesOfStep(step, planes)
  pastePlane(target, await enlargeByNet(net, plane, target, core), core)
}
