// What the classical operations gain over synthetic damage and over the real noise of cameras, per set, with fixed seeds; ends with
// code 1 below a gate. PSNR over all colours unless the unit says Y.
// Run: node bench/engine-quality.ts   (needs the read-only pictures of ../shared/data/bench beside the checkout)
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { estimateIlluminant } from '#engine/analysis/illuminant.ts'
import type { Planes, TileOperation } from '#engine/operation.ts'
import { gaussianKernel } from '#engine/operations/blur-kernel.ts'
import { bradford } from '#engine/operations/colour-space.ts'
import { deblock } from '#engine/operations/deblock.ts'
import { deblurGaussian } from '#engine/operations/deblur.ts'
import { denoise } from '#engine/operations/denoise.ts'
import { lumaOf } from '#engine/operations/opponent.ts'
import { scratchMask } from '#engine/operations/scratch-mask.ts'
import { toSeparable } from '#engine/operations/separable.ts'
import {
  addNoise,
  blurPicture,
  castPicture,
  maskF1,
  meanDeltaE,
  psnr,
  psnrLuma,
  scratchPicture,
} from '#engine/operations/synthetic-damage.ts'
import { whiteBalance } from '#engine/operations/white-balance.ts'
import { decodePicture } from '#engine/picture/decode-picture.ts'
import { runModel } from '#engine/testing/run-model.ts'
import { throughJpeg } from '#engine/testing/through-jpeg.ts'
import { cutTile } from '#engine/tiles/cut-tile.ts'

const DATA = join(import.meta.dirname, '../../shared/data/bench')
const KODAK = 'sr/Kodak24'
const CLASSIC = 'jpeg/Classic5'

interface Row {
  readonly name: string
  readonly before: number
  readonly after: number
  readonly unit: string
  /** The gain must reach this. */
  readonly gate: number
  readonly gain: number
  readonly secondsPerMegapixel: number
}

if (!existsSync(join(DATA, KODAK))) {
  console.error(`no pictures in ${DATA}: nothing measured`)
  process.exit(1)
}
const kodak = await loadSet(KODAK)
const classic = await loadSet(CLASSIC)
const rows: Row[] = []
console.log('damage                                     before   after    gain  gate        s/MP')
for (const [sigma, gate] of [
  [15, 5.5],
  [25, 8],
  [50, 10.5],
] as const) {
  const operation = denoise({ lumaSigma: sigma, chromaSigma: sigma, keepDetail: 0 })
  const damaged = kodak.map((picture, i) => addNoise(picture, sigma, 100 + i))
  addRow(measure(`Kodak, colour noise σ ${sigma}`, 'dB', gate, kodak, damaged, operation, psnr))
}
for (const [name, folder] of [
  ['PolyU, every fourth', 'denoise/PolyU-pairs'],
  ['CC', 'denoise/CC-pairs'],
] as const)
  addRow(await measureRealNoise(name, folder))
for (const [name, set] of [
  ['Classic5', classic],
  ['Kodak', kodak],
] as const) {
  const damaged = await Promise.all(set.map((picture) => throughJpeg(picture, 10)))
  addRow(measure(`${name}, JPEG quality 10`, 'dB Y', 0.5, set, damaged, deblock({ quality: 10 }), psnrLuma))
}
const lens = toSeparable(gaussianKernel(1.6))
const soft = kodak.map((picture, i) => addNoise(blurPicture(picture, lens), 2.55, 200 + i))
const sharpened = deblurGaussian({ sigma: 1.6, noiseSigma: 2.55 })
addRow(measure('Kodak, Gaussian blur σ 1.6 + 1 % noise', 'dB Y', 1.5, kodak, soft, sharpened, psnrLuma))
addRow(measureBalance())
addRow(measureScratches())

const failed = rows.filter(({ gain, gate }) => gain < gate)
for (const { name } of failed) console.error(`below its gate: ${name}`)
process.exit(failed.length > 0 ? 1 : 0)

function addRow(row: Row) {
  const { name, before, after, unit, gain, gate, secondsPerMegapixel } = row
  rows.push(row)
  console.log(
    `${name.padEnd(40)} ${before.toFixed(2).padStart(8)}${after.toFixed(2).padStart(8)}` +
      `${gain.toFixed(2).padStart(8)}` +
      `${gate.toFixed(2).padStart(6)} ${unit.padEnd(6)}${secondsPerMegapixel.toFixed(2).padStart(5)}`,
  )
}

async function loadSet(folder: string): Promise<Planes[]> {
  const files = readdirSync(join(DATA, folder)).sort()
  return Promise.all(files.map((file) => load(readFileSync(join(DATA, folder, file)))))
}

async function load(file: Buffer): Promise<Planes> {
  const { colour } = await decodePicture(file)
  return cutTile(colour, { x: 0, y: 0, width: colour.width, height: colour.height })
}

function measure(
  name: string,
  unit: string,
  gate: number,
  truth: readonly Planes[],
  damaged: readonly Planes[],
  operation: TileOperation,
  score: (a: Planes, b: Planes) => number,
): Row {
  const started = performance.now()
  const repaired = damaged.map((picture) =>
    operation.run(picture, { x: 0, y: 0, pictureWidth: picture.width, pictureHeight: picture.height }),
  )
  const seconds = (performance.now() - started) / 1000
  const megapixels = truth.reduce((sum, { r }) => sum + r.length / 1e6, 0)
  const before = mean(damaged.map((picture, i) => score(picture, truth[i]!)))
  const after = mean(repaired.map((picture, i) => score(picture, truth[i]!)))
  return { name, before, after, gain: after - before, unit, gate, secondsPerMegapixel: seconds / megapixels }
}

/** Noise of cameras, its strength unknown: what Denoise Normal makes of it by itself. The truth is the mean of many shots. */
async function measureRealNoise(name: string, folder: string): Promise<Row> {
  const reals = readdirSync(join(DATA, folder)).filter((file) => file.includes('_real'))
  const files = reals.filter((_, i) => reals.length < 20 || i % 4 === 0)
  const scores: number[][] = [[], []]
  const started = performance.now()
  let pixels = 0
  for (const file of files) {
    const open = async (one: string) => (await decodePicture(readFileSync(join(DATA, folder, one)))).colour
    const [noisy, truth] = [await open(file), await open(file.replace('_real', '_mean'))]
    const whole = { x: 0, y: 0, width: truth.width, height: truth.height }
    const results = [noisy, await runModel(noisy, { modelKey: 'denoise/normal', params: {}, tier: 'classical' })]
    for (const [i, result] of results.entries()) scores[i]!.push(psnr(cutTile(result, whole), cutTile(truth, whole)))
    pixels += truth.width * truth.height
  }
  const [before, after] = scores.map(mean) as [number, number]
  const secondsPerMegapixel = (performance.now() - started) / pixels / 1e-3
  return {
    name: `${name}, real noise`,
    before,
    after,
    gain: after - before,
    unit: 'dB',
    gate: 1.5,
    secondsPerMegapixel,
  }
}

/** Four casts over every picture; the gain is the part of the colour difference that is gone, in percent. */
function measureBalance(): Row {
  const lights = [
    [1.35, 1, 0.6],
    [1.2, 1, 0.8],
    [0.85, 1, 1.25],
    [0.75, 1, 1.5],
  ] as const
  const before: number[] = []
  const after: number[] = []
  const started = performance.now()
  for (const picture of kodak)
    for (const light of lights) {
      const cast = castPicture(picture, light)
      const place = { x: 0, y: 0, pictureWidth: cast.width, pictureHeight: cast.height }
      const adaptation = bradford(estimateIlluminant(cast), [1, 1, 1])
      before.push(meanDeltaE(cast, picture))
      after.push(meanDeltaE(whiteBalance({ adaptation, opacity: 1 }).run(cast, place), picture))
    }
  const seconds = (performance.now() - started) / 1000
  const megapixels = lights.length * kodak.reduce((sum, { r }) => sum + r.length / 1e6, 0)
  return {
    name: 'Kodak, four casts, mean ΔE2000',
    before: mean(before),
    after: mean(after),
    gain: 100 * (1 - mean(after) / mean(before)),
    unit: '% less',
    gate: 50,
    secondsPerMegapixel: seconds / megapixels,
  }
}

/** F1 of the mask; "before" is what marking nothing earns. */
function measureScratches(): Row {
  const started = performance.now()
  const scores = kodak.map((picture, i) => {
    const { picture: scratched, truth } = scratchPicture(picture, 300 + i)
    const plane = { width: picture.width, height: picture.height, x: 0, y: 0, samples: lumaOf(scratched) }
    return maskF1(
      scratchMask(plane, { noiseSigma: 2 / 255, pictureSidePx: Math.min(picture.width, picture.height) }),
      truth,
      picture.width,
    )
  })
  const seconds = (performance.now() - started) / 1000
  const megapixels = kodak.reduce((sum, { r }) => sum + r.length / 1e6, 0)
  const after = mean(scores)
  return {
    name: 'Kodak, scratches and specks, mask F1',
    before: 0,
    after,
    gain: after,
    unit: 'F1',
    gate: 0.5,
    secondsPerMegapixel: seconds / megapixels,
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0) / values.length
}
