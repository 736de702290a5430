// A straight smear is found by direction and length, taken back, and not seen where there is none.
import { describe, expect, it } from 'vitest'
import { cutTile } from '../image/cut-tile.ts'
import type { Planes } from '../image/planes.ts'
import { wholeOf } from '../image/rect.ts'
import { gaussianKernel, type Kernel, lineKernel } from '../signal/blur-kernel.ts'
import { toSeparable } from '../signal/separable.ts'
import { plannedOperations } from '../testing/run-plan.ts'
import { addNoise, blurPicture, psnrLuma } from '../testing/synthetic-damage.ts'
import { analysisInputOfPlanes, texture, wholePlace } from '../testing/test-pictures.ts'
import { hasTrainingPhotos, trainingPhotos } from '../testing/training-photos.ts'
import { printScreen } from '../testing/woven-picture.ts'
import { analyse } from './analyse.ts'

const MODEL = 'sharpen/standard/motion-blur'
const ACTS_FROM = 0.4
const measured = (planes: Planes) =>
  analyse(analysisInputOfPlanes(planes), { motion: true, scratches: false, softPlaces: false })
const damaged = (picture: Planes, kernel: Kernel): Planes => addNoise(blurPicture(picture, toSeparable(kernel)), 1, 4)
const repaired = (picture: Planes): Planes =>
  plannedOperations(MODEL, {}, measured(picture)).reduce((tile, { run }) => run(tile, wholePlace(tile)), picture)
const turnBetween = (a: number, b: number): number => Math.abs(((a - b + 2.5 * Math.PI) % Math.PI) - Math.PI / 2)

describe('a straight smear', () => {
  it.each([
    [7, 1.3],
    [9, 0.5],
    [14, 2.4],
    [24, 0.1],
  ])('of %d px along %d rad is found', (lengthPx, angleRad) => {
    const { motion } = measured(damaged(texture(384, 384, 0.3), lineKernel(angleRad, lengthPx)))
    expect(motion.confidence).toBeGreaterThan(ACTS_FROM)
    expect(Math.abs(motion.lengthPx - lengthPx)).toBeLessThan(1)
    expect(turnBetween(motion.angleRad, angleRad)).toBeLessThan(0.1)
  })

  it('is not seen in a picture that is only soft, nor in one that is too small', () => {
    const soft = damaged(texture(384, 384, 0.3), gaussianKernel(1.5))
    expect(measured(soft).motion.confidence).toBeLessThan(ACTS_FROM)
    expect(measured(texture(120, 120, 0.3)).motion.confidence).toBe(0)
  })

  it.each([5, 8, 9])('is not seen in the dots of print, %d px apart', (periodPx) => {
    const screen = printScreen(400, 320, periodPx)
    const dots = cutTile(screen, wholeOf(screen))
    expect(measured(dots).motion.confidence).toBe(0)
  })

  it('is found in a picture with a few bars, too', () => {
    const { r, g, b, ...size } = texture(384, 384, 0.3)
    const barred = (samples: Float32Array) =>
      samples.map((value, i) => (i % 384 < 120 && i % 12 < 3 ? value * 0.6 : value))
    const picture = { ...size, r: barred(r), g: barred(g), b: barred(b) }
    expect(measured(damaged(picture, lineKernel(1.3, 9))).motion.confidence).toBeGreaterThan(ACTS_FROM)
  })

  const present = hasTrainingPhotos()
  if (!present) console.warn('smeared photos skipped: ../shared/data/train is not here')
  it.skipIf(!present)(
    'of 9 px is taken back in photos, by 2 dB and more; sharp and soft photos show none',
    async () => {
      for (const photo of await trainingPhotos({ first: 3, step: 200 }, 320)) {
        const smeared = damaged(photo, lineKernel(0.5, 9))
        expect(psnrLuma(repaired(smeared), photo) - psnrLuma(smeared, photo)).toBeGreaterThan(2)
        expect(measured(photo).motion.confidence).toBeLessThan(ACTS_FROM)
        expect(measured(damaged(photo, gaussianKernel(1.5))).motion.confidence).toBeLessThan(ACTS_FROM)
      }
    },
  )
})
