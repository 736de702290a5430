// The refining nets as passes: a filter, then the net that was trained on what this filter leaves (decisions 0013, 0024).
import type { EngineStage } from '../engine-types.ts'
import type { RefineNetName } from '../nets/open-net.ts'
import { type DenoiseSettings, whiteByScale } from '../operations/denoise.ts'
import type { KnownBlur } from '../operations/undo-blur.ts'
import { step } from './filter-step.ts'
import type { RefinePass } from './plan.ts'

/** Where the progress bar counts a refining net, and its CPU seconds per megapixel (bench/engine-cost.ts). */
export const REFINE_PROGRESS: Readonly<
  Record<RefineNetName, { readonly stage: EngineStage; readonly costPerMegapixel: number }>
> = {
  'refine-jpeg': { stage: 'denoise', costPerMegapixel: 1 },
  'refine-noise': { stage: 'denoise', costPerMegapixel: 1 },
  'refine-blur': { stage: 'deblur', costPerMegapixel: 1 },
}

export const refinedDeblocking = (quality: number): RefinePass => ({
  kind: 'refine',
  steps: [step('deblock', { quality })],
  settings: { net: 'refine-jpeg', quality },
})

/** White noise of these levels; `keepDetail` is reinjected after the net. */
export function refinedDenoising(levels: Omit<DenoiseSettings, 'keepDetail'>, keepDetail: number): RefinePass {
  const [luma, chroma] = [whiteByScale(levels.lumaSigma), whiteByScale(levels.chromaSigma)]
  return {
    kind: 'refine',
    steps: [step('denoise', { ...levels, keepDetail: 0 })],
    settings: { net: 'refine-noise', luma, chroma, keepDetail },
  }
}

/** `amount` of the whole change is blended in, 0–1. */
export const refinedDeblurring = (blur: KnownBlur, amount: number): RefinePass => ({
  kind: 'refine',
  steps: [step('undoBlur', { blur })],
  settings: { net: 'refine-blur', blur, amount },
})
