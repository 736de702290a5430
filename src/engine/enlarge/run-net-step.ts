// A tile of a net's step. The tiles' size never shows in the result.

import type { Rect } from '../image/rect.ts'
import type { ColourNet } from '../nets/colour-net.ts'
import { enlargeByNet } from '../nets/enlarge-by-net.ts'
import { enlargeByPack } from '../nets/enlarge-by-pack.ts'
import type { EnlargeNet } from '../nets/enlarge-net.ts'
import { cutPlane, pastePlane } from '../resample/stored-plane.ts'
import type { PackSettings } from './enlarge-settings.ts'
import type { EnlargePlanes, NetStep } from './enlarge-steps.ts'
import { keepGrain } from './keep-grain.ts'

/** What a step reads and what it fills: `planes.between` (net-between) or `planes.to` (net). */
export const planesOfStep = (step: Exclude<NetStep, 'pack'>, { sourceLuma, between, to }: EnlargePlanes) => ({
  plane: step === 'net' && between ? between : sourceLuma,
  target: step === 'net-between' ? between! : to,
})

export async function runNetStep(
  net: EnlargeNet,
  step: Exclude<NetStep, 'pack'>,
  planes: EnlargePlanes,
  core: Rect,
  grain = 0,
): Promise<void> {
  const { plane, target } = planesOfStep(step, planes)
  const drawn = await enlargeByNet(net, plane, target, core)
  if (step === 'net' && grain > 0) keepGrain(drawn, planes.sourceLuma, target, core, grain)
  pastePlane(target, drawn, core)
}

/** The pack reads the source in colour; the luma of its output is blended into the plane. */
export async function runPackStep(
  net: ColourNet,
  { part }: PackSettings,
  { source, from, to }: EnlargePlanes,
  core: Rect,
): Promise<void> {
  const drawn = await enlargeByPack(net, source, to, core)
  if (part < 1) {
    const plain = cutPlane(from, core)
    for (let i = 0; i < drawn.length; i++) drawn[i] = plain[i]! + part * (drawn[i]! - plain[i]!)
  }
  pastePlane(to, drawn, core)
}
