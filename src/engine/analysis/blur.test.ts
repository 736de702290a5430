// Softness is measured through noise and compression (bench/engine-softness.ts has the whole grid).
import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { cutTile } from '../image/cut-tile.ts'
import type { Planes } from '../image/planes.ts'
import type { Raster } from '../image/raster.ts'
import { decodePicture } from '../picture/decode-picture.ts'
import { gaussianKernel } from '../signal/blur-kernel.ts'
import { toSeparable } from '../signal/separable.ts'
import { blankPaper, lettersOn } from '../testing/drawn-letters.ts'
import { resizeBicubic } from '../testing/picture-quality.ts'
import { addNoise, blurPicture } from '../testing/synthetic-damage.ts'
import { analysisInputOfPlanes, scene } from '../testing/test-pictures.ts'
import { throughJpeg } from '../testing/through-jpeg.ts'
import { hasTrainingPhotos, trainingPhotos } from '../testing/training-photos.ts'
import { analyse } from './analyse.ts'

const NOTHING = { motion: false, scratches: false, softPlaces: false }
const softnessOf = (planes: Planes): number => analyse(analysisInputOfPlanes(planes), NOTHING).blurSigma
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

describe('writing', () => {
  const planesOf = (page: Raster): Planes => cutTile(page, { x: 0, y: 0, width: page.width, height: page.height })

  it('is sharp although half of its round strokes read soft', async () => {
    // Half of `scripts/samples/scenes.ts`'s menu as JPEG 75, kept as a file because fonts differ: 0.67 px when measured like a photo.
    const file = await readFile(new URL('../testing/printed-menu.webp', import.meta.url))
    expect(softnessOf(planesOf((await decodePicture(file)).colour))).toBe(0)
  })

  it('is soft when all of it is', () => {
    const page = planesOf(resizeBicubic(lettersOn(blankPaper(512, 384)), { width: 256, height: 192 }))
    // Paper has some grain; without any nothing shows how much of an edge is noise.
    expect(softnessOf(addNoise(blurred(page, 2), 0.8, 3))).toBeGreaterThan(0.7)
  })
})
