// The kind and size of a lens's blur are read from the spectrum, and a sharp photograph shows none.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { cutTile } from '../image/cut-tile.ts'
import { lumaOf } from '../image/opponent.ts'
import type { Planes } from '../image/planes.ts'
import { decodePicture } from '../picture/decode-picture.ts'
import { discKernel, gaussianKernel, type Kernel } from '../signal/blur-kernel.ts'
import { toSeparable } from '../signal/separable.ts'
import { addNoise, blurPicture } from '../testing/synthetic-damage.ts'
import { estimateLensBlur, seenSigma, trustIn } from './lens-blur.ts'

/** CC0, "kitten on lawn" of ../shared/data/train. */
const { colour } = await decodePicture(readFileSync(new URL('../testing/kitten.webp', import.meta.url)))
const photo = cutTile(colour, { x: 0, y: 0, width: colour.width, height: colour.height })

/** Blur of the photograph as it is. */
const OWN_SIGMA_PX = 0.7

const estimate = (picture: Planes) =>
  estimateLensBlur([{ width: picture.width, height: picture.height, x: 0, y: 0, samples: lumaOf(picture) }])
const softened = (kernel: Kernel, levels: number) => addNoise(blurPicture(photo, toSeparable(kernel)), levels, 11)

describe('the blur of a lens', () => {
  it.each([1, 1.6, 2.2])(
    'of σ %d is told within a sixth, with the softness that the photograph has by itself',
    (sigma) => {
      const blur = estimate(softened(gaussianKernel(sigma), 1))
      expect(blur.shape).toBe('gaussian')
      expect(Math.abs(blur.sizePx / Math.hypot(sigma, OWN_SIGMA_PX) - 1)).toBeLessThan(1 / 6)
      expect(trustIn(blur)).toBeGreaterThan(0.5)
    },
  )

  it.each([2, 3, 5])('out of focus by %d px is told as a disc within a sixth', (radius) => {
    const blur = estimate(softened(discKernel(radius), 1))
    expect(blur.shape).toBe('disc')
    expect(Math.abs(blur.sizePx / radius - 1)).toBeLessThan(1 / 6)
    expect(seenSigma(blur)).toBeCloseTo(blur.sizePx / 2, 5)
  })

  it.each([0, 2.5, 10])('is not seen in a sharp photograph, with noise of %d levels', (levels) => {
    const blur = estimate(addNoise(photo, levels, 3))
    expect(trustIn(blur)).toBe(0)
    expect(seenSigma(blur)).toBe(0)
  })

  it('is not looked for where no window fits', () => {
    const tiny = { width: 40, height: 40, x: 0, y: 0, samples: new Float32Array(1600) }
    expect(trustIn(estimateLensBlur([tiny]))).toBe(0)
    expect(trustIn(estimateLensBlur([{ ...tiny, width: 160, height: 10 }]))).toBe(0)
  })

  it('is not NaN in a picture of one colour', () => {
    const flat = { width: 128, height: 128, x: 0, y: 0, samples: new Float32Array(128 * 128).fill(0.5) }
    expect(trustIn(estimateLensBlur([flat]))).toBe(0)
  })
})
