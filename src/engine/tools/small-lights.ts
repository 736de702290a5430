// Lights in the dark: an LED wall on a stage, shop signs and lamps at night, the moon. They are as bright as they should be and have a colour of their own, and the
// dark around them is meant; lifted, the night turns grey and the lights burn (decision 0259). What was taken with too little light has used none of its upper
// tones: `low-light.ts`.
import type { ExposureEstimate } from '../analysis/picture-analysis.ts'
import { ramp } from '../image/ramp.ts'

/** Strongest channel of the brightest thousandth: underexposed rooms and woods reach 0.61, lights in the dark 0.84 to 1. */
const LIT = { none: 0.65, whole: 0.84 } as const
/** The level below which nine tenths lie: nights 0.02 to 0.3; people before a dark ground, and a town at dusk, 0.4 and more. */
const AROUND = { dark: 0.3, light: 0.45 } as const

/** 0–1. */
export const smallLights = ({ bright, channelPeak }: ExposureEstimate): number =>
  ramp(channelPeak, LIT.none, LIT.whole) * ramp(bright, AROUND.light, AROUND.dark)
