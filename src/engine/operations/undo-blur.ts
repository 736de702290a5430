// The classical step against a blur of known kind whose size is only estimated: a lens out of focus, a camera that moved.

import { discKernel, lineKernel } from '../signal/blur-kernel.ts'
import { deblur } from './deblur.ts'
import type { TileOperation } from './tile-operation.ts'

export interface LensBlur {
  readonly shape: 'disc'
  /** Radius. */
  readonly sizePx: number
  /** Noise of luma in 8-bit levels. */
  readonly noiseSigma: number
}

export interface MotionBlur {
  readonly shape: 'line'
  /** Length. */
  readonly sizePx: number
  readonly angleRad: number
  readonly noiseSigma: number
}

export type KnownBlur = LensBlur | MotionBlur

export interface Boldness {
  readonly regularity: number
  readonly overshoot: number
}

/** Ceiling of the filter: more would draw the sensor's and the file's own pixels. Chosen by eye on real photos. */
const MAX_GAIN = 4

/** `amount` of the change is laid on, 0–1. */
export function undoBlur(told: KnownBlur, amount = 1, boldness?: Boldness): TileOperation {
  const { shape, sizePx, noiseSigma } = told
  const blur = shape === 'disc' ? discKernel(sizePx) : lineKernel(told.angleRad, sizePx)
  return deblur({ blur, noiseSigma, amount, maxGain: MAX_GAIN, ...boldness })
}
