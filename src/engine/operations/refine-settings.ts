// What a refining net is told to expect of a picture, and how much of the fine structure comes back.
import type { NoiseByScale } from './denoise.ts'
import type { KnownBlur } from './undo-blur.ts'

export interface ExpectedNoise {
  readonly luma: NoiseByScale
  readonly chroma: NoiseByScale
}

export interface NoiseRefine extends ExpectedNoise {
  readonly net: 'refine-noise'
  /** 0 = the pure net; 1 = fine luma structure above the noise is laid back in full. */
  readonly keepDetail: number
}

export interface JpegRefine {
  readonly net: 'refine-jpeg'
  /** 1–100 */
  readonly quality: number
}

export interface BlurRefine {
  readonly net: 'refine-blur'
  /** What the classical step was told; the net needs no angle. */
  readonly told: KnownBlur
  /** Part of the whole change, classical step and net, that is laid on, 0–1. */
  readonly amount: number
}

export type RefineSettings = NoiseRefine | JpegRefine | BlurRefine
