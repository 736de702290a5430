// `npx node bench/engine-softness.ts`: how well the softness of a picture is measured through noise and JPEG, on photos for training (never
// the bench's own) with known blur. Mean of what is read, its spread, the mean error against √(σ² + 0.3²), 0.3 px being what a sharp
// photo has by itself, and how far damage moves the answer. Exits 1 when damage moves it by more than 0.1 px on the mean.
import { analyse } from '#engine/analysis/analyse.ts'
import type { Planes } from '#engine/image/planes.ts'
import { gaussianKernel } from '#engine/signal/blur-kernel.ts'
import { toSeparable } from '#engine/signal/separable.ts'
import { addNoise, blurPicture } from '#engine/testing/synthetic-damage.ts'
import { analysisInputOfPlanes } from '#engine/testing/test-pictures.ts'
import { throughJpeg } from '#engine/testing/through-jpeg.ts'
import { trainingPhotos } from '#engine/testing/training-photos.ts'
import { mean } from './statistics.ts'

const SIGMAS_PX = [0, 0.5, 1, 1.5, 2, 3]
const DAMAGES = [
  { noise: 0, quality: 100 },
  { noise: 10, quality: 100 },
  { noise: 0, quality: 40 },
  { noise: 3, quality: 80 },
  { noise: 6, quality: 60 },
  { noise: 10, quality: 40 },
]
const SHARP_PX = 0.3
const MOST_MOVED_PX = 0.1

const photos = await trainingPhotos({ first: 5, step: 16 }, 448)
const softnessOf = (planes: Planes) =>
  analyse(analysisInputOfPlanes(planes), { motion: false, scratches: false, softPlaces: false }).blurSigma

const clean = new Map<string, number>()
const moved: number[] = []
console.log(`${photos.length} photos; per blur: mean of what is read [least–most]`)
for (const { noise, quality } of DAMAGES) {
  const cells: string[] = []
  const errors: number[] = []
  for (const sigma of SIGMAS_PX) {
    const read: number[] = []
    for (const [i, photo] of photos.entries()) {
      const soft = sigma === 0 ? photo : blurPicture(photo, toSeparable(gaussianKernel(sigma)))
      const noisy = noise === 0 ? soft : addNoise(soft, noise, 77)
      const found = softnessOf(quality === 100 ? noisy : await throughJpeg(noisy, quality))
      read.push(found)
      const key = `${i} ${sigma}`
      if (!clean.has(key)) clean.set(key, found)
      moved.push(Math.abs(found - clean.get(key)!))
      errors.push(Math.abs(found - Math.hypot(sigma, SHARP_PX)))
    }
    cells.push(`${sigma}: ${mean(read).toFixed(2)} [${Math.min(...read).toFixed(2)}–${Math.max(...read).toFixed(2)}]`)
  }
  console.log(
    `noise ${noise}, JPEG ${quality}`.padEnd(20),
    cells.join('  '),
    ` mean error ${mean(errors).toFixed(2)} px`,
  )
}
console.log(`damage moves the answer by ${mean(moved).toFixed(3)} px`)
process.exitCode = mean(moved) > MOST_MOVED_PX ? 1 : 0
