// One tile through a polishing net: what the net says is added to the answer of the classical steps.
import type { Planes } from '../operation.ts'
import { LAY_BACK_HALO_PX, layBackDetail } from '../operations/lay-back-detail.ts'
import { addToChannels, fromOpponent, type Opponent, toOpponent } from '../operations/opponent.ts'
import type { Plane } from '../operations/plane.ts'
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
  return addToChannels(answer, scaled(change!, units[0]!))
}

async function polishNoise(net: SameSizeNet, { damaged, answer, frame }: PolishTile, settings: NoisePolish) {
  const { planes, maps, units } = noisePolishInput(damaged, answer, settings)
  const changes = await net.run(planes, maps, frame)
  const from = toOpponent(answer, frame)
  const changed = (key: keyof Opponent, i: number): Plane => {
    const change = scaled(changes[i]!, units[i]!)
    return { ...from[key], samples: from[key].samples.map((value, at) => value + change[at]!) }
  }
  const luma = changed('luma', 0)
  const { keepDetail } = settings
  const noisy = toOpponent(damaged, frame).luma
  return fromOpponent({
    luma: { ...luma, samples: layBackDetail(noisy, luma.samples, settings.luma[0], keepDetail) },
    redBlue: changed('redBlue', 1),
    greenMagenta: changed('greenMagenta', 2),
  })
}

const scaled = (samples: Float32Array, by: number) => samples.map((value) => value * by)
