// Lighting "Adjust": exposure, highlights and shadows as stops of light, colour correction as adaptation to the measured
// light and a careful stretch (engine study §3.2, §3.3). Neutral values without colour correction are the identity.

import { toGamma, toLinear } from '../image/colour-space.ts'
import { lumaOf } from '../image/opponent.ts'
import type { Planes } from '../image/planes.ts'
import { clamp01, ramp } from '../image/ramp.ts'
import { baseOf, type LightMap } from './light-map.ts'
import type { TileOperation } from './tile-operation.ts'
import { adapted, mixed } from './white-balance.ts'

export interface AdjustLightSettings {
  /** Stops for the whole picture, its bright parts and its dark parts. */
  readonly exposureStops: number
  readonly highlightStops: number
  readonly shadowStops: number
  readonly map: LightMap
  /** Linear-light matrix, row-major, applied first. */
  readonly adaptation?: readonly number[]
  /** Gamma-coded levels that become black and white. */
  readonly stretch?: { readonly low: number; readonly high: number }
  /** 0–1: how much of the tint of a toned print stays as it is. Light that is multiplied turns sepia orange. */
  readonly keptTint?: number
}

/** Base brightness above (below) which the highlight (shadow) control has full effect; their ranges do not overlap. */
const HIGHLIGHT_FROM = 0.45
const HIGHLIGHT_FULL = 0.8
const SHADOW_FROM = 0.55
const SHADOW_FULL = 0.2
/** Linear light above which brightening bends into a shoulder instead of clipping. */
const SHOULDER = 0.7
/** Black has no brightness to divide by. */
const LEAST_LUMA = 1e-6
const WHOLE_RANGE = { low: 0, high: 1 } as const

export function adjustLight(settings: AdjustLightSettings): TileOperation {
  return { stage: 'light', haloPx: 0, costPerMegapixel: 0.18, run: (tile, place) => adjustTile(tile, place, settings) }
}

function adjustTile(tile: Planes, place: Parameters<TileOperation['run']>[1], settings: AdjustLightSettings): Planes {
  const { exposureStops, highlightStops, shadowStops, map } = settings
  const corrected = settings.adaptation || settings.stretch ? correct(tile, settings) : tile
  if (exposureStops === 0 && highlightStops === 0 && shadowStops === 0) return withTint(corrected, corrected, settings)
  const base = baseOf(map, lumaOf(tile), tile.width, place)
  const r = new Float32Array(base.length)
  const g = new Float32Array(base.length)
  const b = new Float32Array(base.length)
  const lift = exposureStops > 0 || highlightStops > 0 || shadowStops > 0
  for (let i = 0; i < base.length; i++) {
    const stops =
      exposureStops +
      highlightStops * smooth(HIGHLIGHT_FROM, HIGHLIGHT_FULL, base[i]!) +
      shadowStops * smooth(SHADOW_FROM, SHADOW_FULL, base[i]!)
    const gain = 2 ** stops
    const red = gain * toLinear(corrected.r[i]!)
    const green = gain * toLinear(corrected.g[i]!)
    const blue = gain * toLinear(corrected.b[i]!)
    const peak = Math.max(red, green, blue)
    const fit = lift && gain > 1 && peak > SHOULDER ? shoulder(peak, gain) / peak : 1
    r[i] = toGamma(red * fit)
    g[i] = toGamma(green * fit)
    b[i] = toGamma(blue * fit)
  }
  return withTint({ width: tile.width, height: tile.height, r, g, b }, corrected, settings)
}

/** The new brightness with the tint that was there before the stretch, weaker where it became darker. */
function withTint(
  lit: Planes,
  corrected: Planes,
  { keptTint = 0, stretch = WHOLE_RANGE }: AdjustLightSettings,
): Planes {
  if (keptTint === 0) return lit
  const { low, high } = stretch
  const after = lumaOf(lit)
  const before = lumaOf(corrected)
  const unstretched = (luma: number) => Math.max(LEAST_LUMA, (high - low) * luma + low)
  const strength = before.map((luma, i) => (high - low) * clamp01(after[i]! / unstretched(luma)))
  const tinted = (made: Float32Array, source: Float32Array) =>
    made.map((value, i) => mixed(after[i]! + strength[i]! * (source[i]! - before[i]!), value, keptTint))
  return { ...lit, r: tinted(lit.r, corrected.r), g: tinted(lit.g, corrected.g), b: tinted(lit.b, corrected.b) }
}

/** 0 at `from`, 1 at `to`, smooth in between; works in both directions. */
function smooth(from: number, to: number, value: number): number {
  const t = ramp(value, from, to)
  return t * t * (3 - 2 * t)
}

/** Bends [SHOULDER, gain] into [SHOULDER, 1], rising, with slope 1 at its start; hue is kept because all channels share it. */
function shoulder(peak: number, gain: number): number {
  const span = gain - SHOULDER
  const room = 1 - SHOULDER
  const t = Math.min(1, (peak - SHOULDER) / span)
  const bend = span / room
  return SHOULDER + (room * (bend * t)) / (1 + (bend - 1) * t)
}

function correct(tile: Planes, { adaptation, stretch = WHOLE_RANGE }: AdjustLightSettings): Planes {
  const { r, g, b, ...size } = adaptation ? adapted(tile, adaptation) : tile
  const { low, high } = stretch
  const stretched = (samples: Float32Array) => samples.map((value) => (value - low) / (high - low))
  return { ...size, r: stretched(r), g: stretched(g), b: stretched(b) }
}
