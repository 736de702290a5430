// One tile through a polishing net: what the net says is added to the answer of the classical steps.
import type { Planes } from '../operation.ts'
import { LAY_BACK_HALO_PX, layBackDetail } from '../operations/lay-back-detail.ts'
import { addToChannels, fromOpponent, toOpponent } from '../operations/opponent.ts'
import { jpegPolishInput, noisePolishInput } from './polish-input.ts'
import type { JpegPolish, NoisePolish, PolishSettings } from './polish-settings.ts'
import type { SameSizeFrame, SameSizeNet } from './same-size-net.ts'

/** Pixels of surroundings beyond the net's own. */
export const POLISH_HALO_PX = LAY_BACK_HALO_PX

export interface PolishTile {
  readonly damaged: Planes
  readonly answer: Planes
  readonly frame: SameSizeFrame
}

export const polishTile = (net: SameSizeNet, tile: PolishTile, settings: PolishSettings): Promise<Planes> =>
  settings.net === 'polish-jpeg' ? polishJpeg(net, tile, settings) : polishNoise(net, tile, settings)

async function polishJpeg(net: SameSizeNet, { damaged, answer, frame }: PolishTile, { quality }: JpegPolish) {
  const { planes, maps, units } = jpegPolishInput(damaged, answer, quality)
  const [change] = await net.run(planes, maps, frame)
  for (let i = 0; i < change!.length; i++) change![i]! *= units[0]!
  return addToChannels(answer, change!)
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
