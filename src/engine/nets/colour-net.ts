// A third-party net that enlarges all three colours at once (src/engine/packs): stacked red, green and blue planes go in and come out.
import { clamp01 } from '../image/ramp.ts'
import { decibels } from './check-output.ts'
import type { NetSession } from './session.ts'

/** What a tile thread needs. */
export interface ColourNetFacts {
  /** `id@version`, as the record of a run names it. */
  readonly name: string
  readonly factor: number
  /** Source pixels of surroundings that a tile is given, where the picture has them. */
  readonly overlapPx: number
}

export interface ColourNet extends ColourNetFacts {
  /** Three planes 0–1 → three planes, `factor` times as large. */
  run(samples: Float32Array, width: number): Promise<Float32Array>
}

const COLOURS = 3
export const CHECK_SIDE_PX = 8
/** The stored answer has 8 bits: rounding alone limits it to 59 dB. */
const MIN_PSNR_DB = 50

/** A fixed picture of small numbers; smooth enough that a net answers within 0–1. */
export const checkPicture = (): Float32Array =>
  Float32Array.from({ length: COLOURS * CHECK_SIDE_PX ** 2 }, (_, i) => {
    const [x, y] = [i % CHECK_SIDE_PX, Math.floor(i / CHECK_SIDE_PX)]
    return (64 + ((x * 29 + y * 17 + ((x * y) % 5) * 8) % 128)) / 255
  })

/** Samples of 0–1 as bytes. */
export const bytesOfAnswer = (answer: Float32Array): Uint8Array =>
  Uint8Array.from(answer, (value) => Math.round(255 * clamp01(value)))

export function colourNet(facts: ColourNetFacts, session: NetSession): ColourNet {
  return { ...facts, run: (samples, width) => session.run(samples, COLOURS, width) }
}

/** Throws unless this processor gives the stored answer. */
export async function verifyColourNet(net: ColourNet, stored: Uint8Array): Promise<void> {
  const answer = bytesOfAnswer(await net.run(checkPicture(), CHECK_SIDE_PX))
  const error = answer.reduce((sum, value, i) => sum + (value - (stored[i] ?? Number.NaN)) ** 2, 0) / answer.length
  if (answer.length !== stored.length || !(decibels(255 ** 2, error) >= MIN_PSNR_DB))
    throw new Error('the pack computes wrongly here')
}
