// One tile through a polishing net: what the net says is added to the answer of the classical steps.
import type { Planes } from '../operation.ts'
import { LAY_BACK_HALO_PX, layBackDetail } from '../operations/lay-back-detail.ts'
import { addToChannels, fromOpponent, toOpponent } from '../operations/opponent.ts'
import { blurPolishInput, jpegPolishInput, noisePolishInput, type PolishInput } from './polish-input.ts'
import type { NoisePolish, PolishSettings } from './polish-settings.ts'
import type { SameSizeFrame, SameSizeNet } from './same-size-net.ts'

/** Pixels of surroundings beyond the net's own. */
export const POLISH_HALO_PX = LAY_BACK_HALO_PX

export interface PolishTile {
  readonly damaged: Planes
  readonly answer: Planes
  readonly frame: SameSizeFrame
}

export async function polishTile(net: SameSizeNet, tile: PolishTile, settings: PolishSettings): Promise<Planes> {
  const { damaged, answer, frame } = tile
  switch (settings.net) {
    case 'polish-jpeg':
      return polishLuma(net, jpegPolishInput(damaged, answer, settings.quality), answer, frame)
    case 'polish-blur': {
      const sharp = await polishLuma(net, blurPolishInput(damaged, answer, settings.told), answer, frame)
      return mixed(damaged, sharp, settings.amount)
    }
    case 'polish-noise':
      return polishNoise(net, tile, settings)
  }
}

async function polishLuma(
  net: SameSizeNet,
  { planes, maps, units }: PolishInput,
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

async function polishNoise(net: SameSizeNet, { damaged, answer, frame }: PolishTile, settings: NoisePolish) {
  const [noisy, clean] = [toOpponent(damaged, frame), toOpponent(answer, frame)]
  const { planes, maps, units } = noisePolishInput(noisy, clean, settings)
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
