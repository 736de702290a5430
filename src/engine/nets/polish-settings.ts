// What a polishing net is told to expect of a picture, and how much of the fine structure comes back.
import type { NoiseByScale } from '../operations/denoise.ts'
import type { KnownBlur } from '../operations/undo-blur.ts'

export interface ExpectedNoise {
  readonly luma: NoiseByScale
  readonly chroma: NoiseByScale
}

export interface NoisePolish extends ExpectedNoise {
  readonly net: 'polish-noise'
  /** 0 = the pure net; 1 = fine luma structure above the noise is laid back in full. */
  readonly keepDetail: number
}

export interface JpegPolish {
  readonly net: 'polish-jpeg'
  /** 1–100 */
  readonly quality: number
}

export interface BlurPolish {
  readonly net: 'polish-blur'
  /** What the classical step was told; the net needs no angle. */
  readonly told: KnownBlur
  /** Part of the whole change, classical step and net, that is laid on, 0–1. */
  readonly amount: number
}

export type PolishSettings = NoisePolish | JpegPolish | BlurPolish
