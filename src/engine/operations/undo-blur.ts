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

/** Maximum gain: more would amplify sensor and file artefacts. Chosen by eye on real photos. */
const MAX_GAIN = 4

export interface UndoBlurSettings {
  readonly blur: KnownBlur
  /** Part of the change that is blended in, 0–1; 1 unless given. */
  readonly amount?: number
  readonly boldness?: Boldness
}

export function undoBlur({ blur, amount = 1, boldness }: UndoBlurSettings): TileOperation {
  const { shape, sizePx, noiseSigma } = blur
  const kernel = shape === 'disc' ? discKernel(sizePx) : lineKernel(blur.angleRad, sizePx)
  return deblur({ blur: kernel, noiseSigma, amount, maxGain: MAX_GAIN, ...boldness })
}
