// What one run knows about the whole picture before the first tile: measured once on a bounded number of pixels
// (engine study §3.2, §3.6), so that no tile ever decides by itself and seams cannot appear.
import type { Planes, TilePlace } from '../image/planes.ts'
import type { Rect } from '../image/rect.ts'
import type { GradientFloor } from './blur-cells.ts'
import type { ColourEstimate, ContentEstimate, PureCells } from './content.ts'
import type { LensBlurEstimate } from './lens-blur.ts'
import type { NeutralEstimate } from './neutrals.ts'
import type { SoftPlace } from './soft-places.ts'

/** A full-resolution piece of the picture and where it lies. */
export interface AnalysisCrop {
  readonly planes: Planes
  readonly place: TilePlace
}

export interface AnalysisInput {
  /** Full-resolution crops, spread over the picture, together at most about 1.5 megapixels (whole picture when it is smaller). */
  readonly crops: readonly AnalysisCrop[]
  /** The whole picture, box-shrunk (anti-aliased) so that its long side is at most OVERVIEW_SIDE_PX; never enlarged. */
  readonly overview: Planes
  /** What of the overview lies in a frame; all of it where there is none. */
  readonly inFrame: Rect
  /** From the quantisation tables when the source is a JPEG; otherwise it is estimated from block edges. */
  readonly jpegQuality?: number
  /** The luma table itself: 64 steps, row-major. */
  readonly jpegSteps?: Float64Array
}

/** Long side of the overview in pixels. */
export const OVERVIEW_SIDE_PX = 768
/** Crops are squares of this side; the caller takes at most CROP_COUNT of them on an even grid. */
export const CROP_SIDE_PX = 384
export const CROP_COUNT = 9

/** A straight smear, seen in the spectrum of the crops. */
export interface MotionEstimate {
  readonly angleRad: number
  readonly lengthPx: number
  /** 0–1; below 0.5 it is not enough to act on. */
  readonly confidence: number
}

export interface ExposureEstimate {
  /** Gamma-coded luma, 0–1, below which 0.5 % / 50 % / 90 % / 99.5 % / all but the brightest spots of the picture lie. */
  readonly low: number
  readonly median: number
  readonly bright: number
  readonly high: number
  readonly peak: number
  /** The level of its strongest channel, red, green or blue, that all but a thousandth of the pixels stay below: blue light is bright at little luma. */
  readonly channelPeak: number
}

export interface PictureAnalysis {
  /** Standard deviation of noise in 8-bit levels, in luma and in chroma. */
  readonly noiseSigma: number
  readonly chromaNoiseSigma: number
  /** Gaussian-equivalent blur radius in pixels; 0 when edges are as sharp as the pixel grid. */
  readonly blurSigma: number
  /** Estimated JPEG quality 1–100; 100 when there is no trace of JPEG blocks. */
  readonly jpegQuality: number
  /**
   * Noise in 8-bit levels of an orthonormal opponent channel, at full, half and quarter size (2×2 means).
   * Equal to the noise of each colour channel when the channels are independent; halves per scale when the noise is white.
   */
  readonly lumaNoiseByScale: readonly [number, number, number]
  readonly chromaNoiseByScale: readonly [number, number, number]
  /** The part that is certainly white noise, in 8-bit levels; texture and noise smoothed by camera or JPEG count 0. */
  readonly whiteNoise: { readonly luma: number; readonly chroma: number }
  readonly content: ContentEstimate & ColourEstimate
  /** Softness below which a quarter and a tenth of the edge energy lie, as `blurSigma` does for half of it (in writing: a quarter). */
  readonly blurSigmaQuarter: number
  readonly blurSigmaTenth: number
  /** Blur of the whole picture, estimated from its spectrum. */
  readonly lensBlur: LensBlurEstimate
  /** The same, place by place. */
  readonly softPlaces: readonly SoftPlace[]
  /** What noise and compression leave in the gradients from which softness is read. */
  readonly gradientFloor: GradientFloor
  readonly motion: MotionEstimate
  /** Linear-light colour of the light, scaled so that green is 1. */
  readonly illuminant: readonly [number, number, number]
  readonly neutrals: NeutralEstimate
  /** How certainly all colour is one tint, as that of a sepia print, 0–1. */
  readonly tinting: number
  readonly exposure: ExposureEstimate
  /** Part of the crops' area that looks like dust and scratches, 0–1. */
  readonly scratchFraction: number
  /** Measured with the scratches. */
  readonly pureCells: PureCells
  readonly overview: Planes
  /** The part of the overview that is not frame or mat: light and what becomes of it are judged by this alone. */
  readonly inFrame: Rect
}
