// What is bright on purpose: sky, snow, fog, petals before a white wall. There is nothing dark in such a picture to stretch its tones from, and its middle is no
// sign of too much light; darkened, white walls became slate (decision 0244). A faded print has no blacks either, but its middle lies in the middle.
import type { ExposureEstimate } from '../analysis/picture-analysis.ts'
import { ramp } from '../image/ramp.ts'

/** The darkest tones of a photograph with shadows, and of one without any. */
const DARKEST = { shadows: 0.25, none: 0.45 } as const
/** Middle of faded prints, and of bright pictures. */
const MEDIAN = { faded: 0.55, bright: 0.7 } as const

/** 0–1. */
export const brightOnPurpose = ({ low, median }: ExposureEstimate): number =>
  ramp(low, DARKEST.shadows, DARKEST.none) * ramp(median, MEDIAN.faded, MEDIAN.bright)
