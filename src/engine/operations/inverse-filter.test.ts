// The ceiling for estimated blurs: without it the grid's own frequency grew into a mesh of pixels on ordinary photos.
import { describe, expect, it } from 'vitest'
import { gaussianKernel } from '../signal/blur-kernel.ts'
import { applySeparable } from '../signal/separable.ts'
import { designInverse } from './inverse-filter.ts'

const SIDE = 64
const QUIET = 1 / 255

/** Gain of the finest stripes (one pixel light, one pixel dark), measured in the middle. */
function stripeGain(sigmaPx: number, maxGain: number): number {
  const { filter } = designInverse({ blur: gaussianKernel(sigmaPx), noiseSigma: QUIET, regularity: 1, maxGain })
  const stripes = Float32Array.from({ length: SIDE * SIDE }, (_, i) => (i % 2 === 0 ? 0.6 : 0.4))
  const out = applySeparable(stripes, SIDE, SIDE, filter)
  const at = (SIDE / 2) * SIDE + SIDE / 2
  return (out[at]! - out[at + 1]!) / 0.2
}

describe('inverse filter of an estimated blur', () => {
  it.each([0.5, 0.8, 1.1, 1.6])('leaves pixel-wide stripes as they are (σ %s)', (sigmaPx) => {
    expect(Math.abs(stripeGain(sigmaPx, 3))).toBeLessThan(1.3)
  })

  it('would multiply them when the blur is taken for known', () => {
    expect(stripeGain(0.8, Number.POSITIVE_INFINITY)).toBeGreaterThan(5)
  })

  it('still lifts what the blur took from coarser detail', () => {
    const { filter } = designInverse({ blur: gaussianKernel(1.2), noiseSigma: QUIET, regularity: 1, maxGain: 3 })
    const wave = Float32Array.from(
      { length: SIDE * SIDE },
      (_, i) => 0.5 + 0.1 * Math.cos((2 * Math.PI * (i % SIDE)) / 8),
    )
    const out = applySeparable(wave, SIDE, SIDE, filter)
    expect((out[(SIDE / 2) * SIDE + 32]! - 0.5) / 0.1).toBeGreaterThan(1.4)
  })
})
