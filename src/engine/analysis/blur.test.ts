// Softness is measured through noise and compression (bench/engine-softness.ts has the whole grid).
import { describe, expect, it } from 'vitest'
import type { Planes } from '../operation.ts'
import { gaussianKernel } from '../operations/blur-kernel.ts'
import { toSeparable } from '../operations/separable.ts'
import { addNoise, blurPicture } from '../operations/synthetic-damage.ts'
import { scene, wholePlace } from '../operations/test-pictures.ts'
import { throughJpeg } from '../testing/through-jpeg.ts'
import { hasTrainingPhotos, trainingPhotos } from '../testing/training-photos.ts'
import { analyse } from './analyse.ts'

const NOTHING = { motion: false, scratches: false }
const softnessOf = (planes: Planes): number =>
  analyse({ crops: [{ planes, place: wholePlace(planes) }], overview: planes }, NOTHING).blurSigma
const blurred = (picture: Planes, sigma: number): Planes =>
  sigma === 0 ? picture : blurPicture(picture, toSeparable(gaussianKernel(sigma)))
const ruined = (picture: Planes): Promise<Planes> => throughJpeg(addNoise(picture, 6, 9), 60)

describe('softness', () => {
  it.each([1, 1.5, 2, 3])('σ %d of a drawn scene reads nearly the same through noise and JPEG', async (sigma) => {
    const soft = blurred(scene(256, 256), sigma)
    expect(Math.abs(softnessOf(await ruined(soft)) - softnessOf(soft))).toBeLessThan(0.3)
  })

  const present = hasTrainingPhotos()
  if (!present) console.warn('softness of photos skipped: ../shared/data/train is not here')
  it.skipIf(!present)(
    'of photos grows with every blur, and noise of 6 levels with JPEG 60 hides none of it',
    async () => {
      for (const photo of await trainingPhotos({ first: 5, step: 128 }, 224)) {
        const clean: number[] = []
        const poor: number[] = []
        for (const sigma of [0, 1, 1.5, 2, 3]) {
          clean.push(softnessOf(blurred(photo, sigma)))
          poor.push(softnessOf(await ruined(blurred(photo, sigma))))
        }
        expect(clean).toEqual(clean.toSorted((a, b) => a - b))
        expect(poor).toEqual(poor.toSorted((a, b) => a - b))
        for (const [i, sigma] of clean.entries()) expect(Math.abs(poor[i]! - sigma)).toBeLessThan(0.4)
      }
    },
  )
})
