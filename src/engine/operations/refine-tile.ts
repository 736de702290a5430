// One tile through a refining net: what the net puts out is added to the output of the classical steps.

import { addToChannels, fromOpponent, toOpponent } from '../image/opponent.ts'
import type { Planes } from '../image/planes.ts'
import type { RefineFrame, RefineNet } from '../nets/refine-net.ts'
import { blurRefineInput, jpegRefineInput, noiseRefineInput, type RefineInput } from './refine-input.ts'
import type { NoiseRefine, RefineSettings } from './refine-settings.ts'
import { REINJECT_HALO_PX, reinjectDetail } from './reinject-detail.ts'

/** Pixels of surroundings beyond the net's own. */
export const REFINE_HALO_PX = REINJECT_HALO_PX

export interface RefineTile {
  readonly damaged: Planes
  readonly filtered: Planes
  readonly frame: RefineFrame
}

export async function refineTile(net: RefineNet, tile: RefineTile, settings: RefineSettings): Promise<Planes> {
  const { damaged, filtered, frame } = tile
  switch (settings.net) {
    case 'refine-jpeg':
      return refineLuma(net, jpegRefineInput(damaged, filtered, settings.quality), filtered, frame)
    case 'refine-blur': {
      const sharp = await refineLuma(net, blurRefineInput(damaged, filtered, settings.blur), filtered, frame)
      return mixed(damaged, sharp, settings.amount)
    }
    case 'refine-noise':
      return refineNoise(net, tile, settings)
  }
}

async function refineLuma(net: RefineNet, { planes, maps, units }: RefineInput, filtered: Planes, frame: RefineFrame) {
  const [change] = await net.run(planes, maps, frame)
  for (let i = 0; i < change!.length; i++) change![i]! *= units[0]!
  return addToChannels(filtered, change!)
}

function mixed(from: Planes, to: Planes, part: number): Planes {
  if (part === 1) return to
  const mix = (key: 'r' | 'g' | 'b') => to[key].map((value, i) => from[key][i]! + part * (value - from[key][i]!))
  return { ...to, r: mix('r'), g: mix('g'), b: mix('b') }
}

async function refineNoise(net: RefineNet, { damaged, filtered, frame }: RefineTile, settings: NoiseRefine) {
  const [noisy, clean] = [toOpponent(damaged, frame), toOpponent(filtered, frame)]
  const { planes, maps, units } = noiseRefineInput(noisy, clean, settings)
  const changes = await net.run(planes, maps, frame)
  const { luma, redBlue, greenMagenta } = clean
  for (const [i, { samples }] of [luma, redBlue, greenMagenta].entries()) addScaled(samples, changes[i]!, units[i]!)
  const { keepDetail } = settings
  const reinjected = reinjectDetail(noisy.luma, luma.samples, settings.luma[0], keepDetail)
  return fromOpponent({ luma: { ...luma, samples: reinjected }, redBlue, greenMagenta })
}

function addScaled(samples: Float32Array, change: Float32Array, by: number): void {
  for (let i = 0; i < samples.length; i++) samples[i]! += by * change[i]!
}
