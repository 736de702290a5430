// Where the picture's brightness lies: percentiles of gamma-coded luma over the overview, and of the strongest channel.

import { lumaOf } from '../image/opponent.ts'
import type { Planes } from '../image/planes.ts'
import type { ExposureEstimate } from './picture-analysis.ts'

export function estimateExposure(overview: Planes): ExposureEstimate {
  const sorted = lumaOf(overview).sort()
  const at = (part: number) => levelBelow(sorted, part)
  const channelPeak = levelBelow(strongestChannel(overview), CHANNEL_PEAK)
  return { low: at(0.005), median: at(0.5), bright: at(0.9), high: at(0.995), peak: at(0.9999), channelPeak }
}

const CHANNEL_PEAK = 0.999

const strongestChannel = ({ r, g, b }: Planes): Float32Array => r.map((red, i) => Math.max(red, g[i]!, b[i]!)).sort()

const levelBelow = (sorted: Float32Array, part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0
