// How the engine's pixel work is cut: operations see float tiles with a halo, the runner owns tiles, memory, progress and cancel.
// Memory stays bounded by tiles, and a tile's result depends on its surroundings only within the halo (engine study §2.3, §3.6).
import type { EngineStage } from './engine-types.ts'

/** Three planes of equal size, row-major, gamma-coded sRGB scaled to 0–1 (values may leave that range between operations). */
export interface Planes {
  readonly width: number
  readonly height: number
  readonly r: Float32Array
  readonly g: Float32Array
  readonly b: Float32Array
}

/** Where a tile lies in the whole picture: pixel (0,0) of the tile, halo included, and the size of the whole. */
export interface TilePlace {
  readonly x: number
  readonly y: number
  readonly pictureWidth: number
  readonly pictureHeight: number
}

/** A ×1 operation with bounded support. Pure: the same tile, place and settings give the same values. */
export interface TileOperation {
  readonly stage: EngineStage
  /** Pixels of surroundings that a correct value needs on every side. */
  readonly haloPx: number
  /** Predicted CPU seconds per megapixel, used to weight progress. */
  readonly costPerMegapixel: number
  /** Same size as the input; values nearer than `haloPx` to the tile's edge are discarded by the runner. */
  run(tile: Planes, place: TilePlace): Planes
}

/** What the picture says about itself, estimated once per run on a bounded number of pixels. */
export interface Analysis {
  /** Standard deviation of noise in 8-bit levels, in luma and in chroma. */
  readonly noiseSigma: number
  readonly chromaNoiseSigma: number
  /** Gaussian-equivalent blur radius in pixels; 0 when edges are as sharp as the pixel grid. */
  readonly blurSigma: number
  /** Estimated JPEG quality 1–100; 100 when there is no trace of JPEG blocks. */
  readonly jpegQuality: number
}
