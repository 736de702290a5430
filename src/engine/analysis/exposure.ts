// Where the picture's brightness lies: five percentiles of gamma-coded luma over the overview.

import { lumaOf } from '../image/opponent.ts'
import type { Planes } from '../image/planes.ts'
import type { ExposureEstimate } from './picture-analysis.ts'

export function estimateExposure(overview: Planes): ExposureEstimate {
  const sorted = lumaOf(overview).sort()
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0
  return { low: at(0.005), median: at(0.5), bright: at(0.9), high: at(0.995), peak: at(0.9999) }
}
