// One tile through a refining net: what the net says is added to the answer of the classical steps.

import { addToChannels, fromOpponent, toOpponent } from '../image/opponent.ts'
import type { Planes } from '../image/planes.ts'
import type { SameSizeFrame, SameSizeNet } from '../nets/refine-net.ts'
import { blurRefineInput, jpegRefineInput, noiseRefineInput, type RefineInput } from './refine-input.ts'
import type { NoiseRefine, RefineSettings } from './refine-settings.ts'
import { LAY_BACK_HALO_PX, layBackDetail } from './reinject-detail.ts'

/** Pixels of surroundings beyond the net's own. */
export const REFINE_HALO_PX = LAY_BACK_HALO_PX

export interface RefineTile {
  readonly damaged: Planes
  readonly answer: Planes
  readonly frame: SameSizeFrame
}

export async function refineTile(net: SameSizeNet, tile: RefineTile, settings: RefineSettings): Promise<Planes> {
  const { damaged, answer, frame } = tile
  switch (settings.net) {
    case 'refine-jpeg':
      return refineLuma(net, jpegRefineInput(damaged, answer, settings.quality), answer, frame)
    case 'refine-blur': {
      const sharp = await refineLuma(net, blurRefineInput(damaged, answer, settings.told), answer, frame)
      return mixed(damaged, sharp, settings.amount)
    }
    case 'refine-noise':
      return refineNoise(net, tile, settings)
  }
}

async function refineLuma(
  net: SameSizeNet,
  { planes, maps, units }: RefineInput,
  answer: Planes,
  frame: SameSizeFrame,
) {
  const [change] = await net.run(planes, maps, frame)
  for (let i = 0; i < change!.length; i++) change![i]! *= units[0]!
  return addToChannels(answer, change!)
}

function mixed(from: Planes, to: Planes, part: number): Planes {
  if (part === 1) return to
  const mix = (key: 'r' | 'g' | 'b') => to[key].map((value, i) => from[key][i]! + part * (value - from[key][i]!))
  return { ...to, r: mix('r'), g: mix('g'), b: mix('b') }
}

async function refineNoise(net: SameSizeNet, { damaged, answer, frame }: RefineTile, settings: NoiseRefine) {
  const [noisy, clean] = [toOpponent(damaged, frame), toOpponent(answer, frame)]
  const { planes, maps, units } = noiseRefineInput(noisy, clean, settings)
  const changes = await net.run(planes, maps, frame)
  const { luma, redBlue, greenMagenta } = clean
  for (const [i, { samples }] of [luma, redBlue, greenMagenta].entries()) addScaled(samples, changes[i]!, units[i]!)
  const { keepDetail } = settings
  const laidBack = layBackDetail(noisy.luma, luma.samples, settings.luma[0], keepDetail)
  return fromOpponent({ luma: { ...luma, samples: laidBack }, redBlue, greenMagenta })
}

function addScaled(samples: Float32Array, change: Float32Array, by: number): void {
  for (let i = 0; i < samples.length; i++) samples[i]! += by * change[i]!
}
