// The damage that a refining net is to expect, and how much fine structure is reinjected.
import type { NoiseByScale } from './denoise.ts'
import type { KnownBlur } from './undo-blur.ts'

export interface ExpectedNoise {
  readonly luma: NoiseByScale
  readonly chroma: NoiseByScale
}

export interface NoiseRefine extends ExpectedNoise {
  readonly net: 'refine-noise'
  /** 0 = the pure net; 1 = fine luma structure above the noise is reinjected in full. */
  readonly keepDetail: number
}

export interface JpegRefine {
  readonly net: 'refine-jpeg'
  /** 1–100 */
  readonly quality: number
}

export interface BlurRefine {
  readonly net: 'refine-blur'
  /** What the classical step was given; the net needs no angle. */
  readonly blur: KnownBlur
  /** Part of the whole change, classical step and net, that is blended in, 0–1. */
  readonly amount: number
}

export type RefineSettings = NoiseRefine | JpegRefine | BlurRefine
