// What a run of our own engine took where it was measured (docs/engine.md, Cost), for services that have no history of their own yet.
import { lookUp } from '../look-up.ts'
import { modelByKey } from '../tools/catalogue.ts'

/** Seconds for a picture of 2 and of 12 megapixels, everything automatic, two cores. */
const MEASURED: Readonly<Record<string, readonly [number, number]>> = {
  'enhance/standard/standard-v2': [4.1, 11.7],
  'enhance/standard/low-resolution-v2': [3.7, 12.2],
  'enhance/standard/cgi': [3.9, 12.7],
  'enhance/standard/high-fidelity-v2': [4.3, 13.9],
  'enhance/standard/text-refine': [3.9, 13.4],
  'enhance/generative/redefine': [4.5, 12.3],
  'enhance/generative/recovery': [4.4, 11.4],
  'enhance/generative/recovery-v2': [5.8, 11.5],
  'denoise/normal': [1.8, 4.5],
  // Strong and Extreme before decision 0229: now 0.28 CPU seconds a megapixel more than Normal where noise is white.
  'denoise/strong': [1.8, 4.5],
  'denoise/extreme': [1.9, 4.2],
  'restore/dust-scratch': [2.6, 8],
  'lighting/adjust': [1.8, 3.3],
  'lighting/white-balance': [1.5, 3],
  'sharpen/standard/standard': [1.7, 3.5],
  'sharpen/standard/strong': [1.6, 3.6],
  'sharpen/standard/lens-blur': [2.3, 5.9],
  'sharpen/standard/lens-blur-v2': [1.7, 3.8],
  'sharpen/standard/motion-blur': [2.3, 4.1],
  'sharpen/standard/natural': [1.4, 2.6],
  'sharpen/standard/refocus': [1.7, 2.9],
  'sharpen/generative/super-focus': [2.9, 7.6],
  'sharpen/generative/super-focus-v2': [2.2, 5.5],
}
const AT_MEGAPIXELS = [2, 12] as const

/** They were enlarged twice; automatic makes a small picture four times as large, which is as much work as four times its pixels. */
const SMALL_MEGAPIXELS = 1024 ** 2 / 1e6
const SMALL_WORK = 4
const workOf = (modelKey: string, megapixels: number): number =>
  modelByKey(modelKey)?.params.output_height && megapixels <= SMALL_MEGAPIXELS ? SMALL_WORK * megapixels : megapixels

/** On the line through the two; never below half of the smaller one. Undefined for a model that was not measured. */
export function measuredSeconds(modelKey: string, inputMegapixels: number): number | undefined {
  const found = lookUp(MEASURED, modelKey)
  if (!found) return undefined
  const [small, large] = found
  const perMegapixel = (large - small) / (AT_MEGAPIXELS[1] - AT_MEGAPIXELS[0])
  return Math.max(small / 2, small + perMegapixel * (workOf(modelKey, inputMegapixels) - AT_MEGAPIXELS[0]))
}
