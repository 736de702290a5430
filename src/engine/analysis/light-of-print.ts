// The light of a toned print. Its whole colour is one tint, and light that goes back along the colours of lamps alone leaves the rest of the tint: brown became olive.
import { toLinear } from '../image/colour-space.ts'
import type { Planes } from '../image/planes.ts'
import { clamp01, ramp } from '../image/ramp.ts'
import type { NeutralEstimate } from './neutrals.ts'

type Light = readonly [number, number, number]

/**
 * How far red and blue are apart, as a part of how far both are from green: 1 where green lies between them, as in sepia and blue prints; a leaf has 0.34,
 * pure green and magenta 0. Those have no part that goes from red to blue, and divided by next to nothing the whole tint was taken.
 */
const OF_LAMPS = { none: 0.6, whole: 0.9 } as const

/** Grey parts between which a picture stops being a print: nothing in one is grey, white paper least of all. */
const GREY = { print: 0.1, none: 0.25 } as const

/** As much of red to blue as was measured, in the hue of the print where `tinting` (0–1) says it is one. */
export function lightOfPrint(
  light: Light,
  { r, g, b }: Planes,
  { greyShare }: NeutralEstimate,
  tinting: number,
): Light {
  const print = tinting * ramp(greyShare, GREY.none, GREY.print)
  if (print === 0) return light
  const [red, green, blue] = [r, g, b].map(meanLight) as [number, number, number]
  const [redLog, blueLog] = [Math.log(red / green), Math.log(blue / green)]
  const part = print * lampLikeness(redLog, blueLog)
  if (part === 0) return light
  const share = clamp01(Math.log(light[0] / light[2]) / (redLog - blueLog))
  const inHue = (measured: number, tint: number) => measured ** (1 - part) * Math.exp(part * share * tint)
  return [inHue(light[0], redLog), 1, inHue(light[2], blueLog)]
}

function lampLikeness(redLog: number, blueLog: number): number {
  const size = Math.abs(redLog) + Math.abs(blueLog)
  return size === 0 ? 0 : ramp(Math.abs(redLog - blueLog) / size, OF_LAMPS.none, OF_LAMPS.whole)
}

/** Never 0: pure black has no hue. */
const meanLight = (samples: Float32Array): number =>
  samples.reduce((sum, value) => sum + toLinear(value), 0) / samples.length + 1e-4
