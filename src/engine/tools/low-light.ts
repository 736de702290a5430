// Light for what was photographed with far too little of it: a room whose brightest spot is grey. Such a picture leaves the upper half of its tones
// unused, so it can be lifted by stops without burning anything; a night with lamps, a screen or a sky has used them, and stays night (decision 0210).

import type { PictureAnalysis } from '../analysis/picture-analysis.ts'
import { clamp, ramp } from '../image/ramp.ts'
import { smallLights } from './small-lights.ts'

/** The lighting plan without this correction; levels are gamma-coded, stops are of light. */
export interface PlannedLight {
  readonly stretch: { readonly low: number; readonly high: number }
  readonly exposure: number
  readonly shadow: number
}

export interface ExtraStops {
  readonly exposure: number
  readonly shadow: number
}

/** Brightest spots up to which nothing in the picture is a lamp, and from which on something may be. */
const NO_LAMP = { surely: 0.6, never: 0.7 } as const
/** And those of a picture that is surely underexposed. */
const UNUSED = { surely: 0.4, never: 0.52 } as const
/** The level below which nine tenths of the picture lie where not even its subject can be seen; in a dark portrait that is meant so, skin is above. */
const UNREADABLE = { surely: 0.09, never: 0.16 } as const
/** The same where it still cannot be seen after all of the picture was lifted. */
const STILL_UNREADABLE = { surely: 0.2, never: 0.35 } as const
/** Levels of noise: too little light shows as noise; a clean dark picture is dark on purpose. */
const SHORT_OF_LIGHT = { surely: 1.2, never: 0.7 } as const
/** Where the middle of the picture is lifted to: a dim room, not a bright one. */
const MEDIAN_WANTED = 0.4
/** The brightest spot is lifted to this, and no higher. */
const PEAK_WANTED = 0.9
const MOST_STOPS = 2.5
/** What its dark parts may get: they may be dark by nature, as long as something beside them is seen; what the whole picture got counts for them too. */
const DARK_PARTS = { readable: 0.3, unreadable: 1.8 } as const
/** Gamma-coded levels to stops. */
const GAMMA = 2.2

type Seen = Pick<PictureAnalysis, 'exposure' | 'lumaNoiseByScale'>

export function extraStops(seen: Seen, planned: PlannedLight): ExtraStops {
  const trust = underexposed(seen)
  if (trust === 0) return { exposure: 0, shadow: 0 }
  const { peak, bright, median } = seen.exposure
  const { low, high } = planned.stretch
  const lifted = (level: number, stops: number) => (Math.max(0.01, level - low) / (high - low)) * 2 ** (stops / GAMMA)
  const exposure = trust * clamp(stopsBetween(lifted(peak, planned.exposure), PEAK_WANTED), 0, MOST_STOPS)
  // What the whole picture cannot take goes to its dark parts.
  const middle = lifted(median, planned.exposure + planned.shadow + exposure)
  const readable = 1 - part(lifted(bright, planned.exposure + exposure), STILL_UNREADABLE)
  const most = DARK_PARTS.unreadable + readable * (DARK_PARTS.readable - DARK_PARTS.unreadable) - exposure
  const ofShadows = clamp(stopsBetween(middle, MEDIAN_WANTED), 0, Math.max(DARK_PARTS.readable, most))
  return { exposure, shadow: trust * ofShadows }
}

/** 0–1. */
const underexposed = ({ exposure, lumaNoiseByScale: [noise] }: Seen): number => {
  const { peak, bright } = exposure
  const unused = part(peak, NO_LAMP) * Math.max(part(peak, UNUSED), part(bright, UNREADABLE))
  return part(noise, SHORT_OF_LIGHT) * unused * (1 - smallLights(exposure))
}

const part = (level: number, { surely, never }: { readonly surely: number; readonly never: number }): number =>
  ramp(level, never, surely)

const stopsBetween = (from: number, to: number): number => GAMMA * Math.log2(to / from)
