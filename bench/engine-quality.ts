// What the operations gain over synthetic damage and over the real noise of cameras, per set, with fixed seeds: the classical steps alone
// and, where there is one for it, with the refining net. Ends with code 1 below a gate of either or where the net loses
// to the classical steps. PSNR over all colours unless the unit says Y.
// Run: npx node bench/engine-quality.ts [part of a row's name]   (needs the read-only pictures of ../shared/data/bench beside the checkout)
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { estimateIlluminant } from '#engine/analysis/illuminant.ts'
import { scratchMask } from '#engine/analysis/scratch-mask.ts'
import { bradford } from '#engine/image/colour-space.ts'
import { cutTile, pasteTile } from '#engine/image/cut-tile.ts'
import { lumaOf } from '#engine/image/opponent.ts'
import type { Planes } from '#engine/image/planes.ts'
import { createRaster } from '#engine/image/raster.ts'
import { openMaskNet, openRefineNet } from '#engine/nets/open-net.ts'
import { deblock } from '#engine/operations/deblock.ts'
import { deblur } from '#engine/operations/deblur.ts'
import { denoise, whiteByScale } from '#engine/operations/denoise.ts'
import type { RefineSettings } from '#engine/operations/refine-settings.ts'
import type { TileOperation } from '#engine/operations/tile-operation.ts'
import { undoBlur } from '#engine/operations/undo-blur.ts'
import { whiteBalance } from '#engine/operations/white-balance.ts'
import { decodePicture } from '#engine/picture/decode-picture.ts'
import { discKernel, gaussianKernel, lineKernel } from '#engine/signal/blur-kernel.ts'
import { toSeparable } from '#engine/signal/separable.ts'
import { refineWhole } from '#engine/testing/refine-whole.ts'
import { maskWhole } from '#engine/testing/repair-whole.ts'
import { runModel } from '#engine/testing/run-model.ts'
import {
  addNoise,
  blurPicture,
  castPicture,
  maskF1,
  meanDeltaE,
  psnr,
  psnrLuma,
  scratchPicture,
} from '#engine/testing/synthetic-damage.ts'
import { throughJpeg } from '#engine/testing/through-jpeg.ts'
import { mean } from './statistics.ts'

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
  /** CPU seconds. */
  readonly secondsPerMegapixel: number
}

/** What a refining net is given, and the gain that it must reach. */
interface Refine {
  readonly settings: RefineSettings
  readonly gate: number
}

if (!existsSync(join(DATA, KODAK))) {
  console.error(`no pictures in ${DATA}: nothing measured`)
  process.exit(1)
}
const only = process.argv[2] ?? ''
const kodak = await loadSet(KODAK)
const classic = await loadSet(CLASSIC)
const nets = {
  'refine-noise': await openRefineNet('refine-noise', 1),
  'refine-jpeg': await openRefineNet('refine-jpeg', 1),
  'refine-blur': await openRefineNet('refine-blur', 1),
}
const rows: Row[] = []
console.log('damage                                          before   after    gain  gate        CPU s/MP')
// Gates of the nets: 33.2, 30.5 and 27.2 dB.
for (const [sigma, gate, netGate] of [
  [15, 5.5, 8.49],
  [25, 8, 10.11],
  [50, 10.5, 12.4],
] as const) {
  const noise = whiteByScale(sigma)
  const settings = { net: 'refine-noise', luma: noise, chroma: noise, keepDetail: 0 } as const
  const name = `Kodak, colour noise σ ${sigma}`
  if (!name.includes(only)) continue
  const operation = denoise({ lumaSigma: sigma, chromaSigma: sigma, keepDetail: 0 })
  const damaged = kodak.map((picture, i) => addNoise(picture, sigma, 100 + i))
  await measure({ name, unit: 'dB', gate, truth: kodak, damaged, operation, score: psnr }, { settings, gate: netGate })
}
for (const [name, folder] of [
  ['PolyU, every fourth', 'denoise/PolyU-pairs'],
  ['CC', 'denoise/CC-pairs'],
] as const)
  if (`${name}, real noise`.includes(only)) await measureRealNoise(name, folder)
for (const [name, set] of [
  ['Classic5', classic],
  ['Kodak', kodak],
] as const) {
  for (const [quality, gate, netGate] of [
    [10, 0.5, 0.9],
    [40, 0.5, 0.5],
  ] as const) {
    const row = `${name}, JPEG quality ${quality}`
    if (!row.includes(only)) continue
    const damaged = await Promise.all(set.map((picture) => throughJpeg(picture, quality)))
    const operation = deblock({ quality })
    const given = { name: row, unit: 'dB Y', gate, truth: set, damaged, operation, score: psnrLuma }
    await measure(given, { settings: { net: 'refine-jpeg', quality }, gate: netGate })
  }
}
const lens = toSeparable(gaussianKernel(1.6))
const soft = kodak.map((picture, i) => addNoise(blurPicture(picture, lens), 2.55, 200 + i))
const sharpened = deblur({ blur: gaussianKernel(1.6), noiseSigma: 2.55 })
const blurred = 'Kodak, Gaussian blur σ 1.6 + 1 % noise'
if (blurred.includes(only))
  await measure({
    name: blurred,
    unit: 'dB Y',
    gate: 1.5,
    truth: kodak,
    damaged: soft,
    operation: sharpened,
    score: psnrLuma,
  })
for (const [name, blur, filter] of [
  ['lens out of focus, radius 3 px', { shape: 'disc', sizePx: 3, noiseSigma: 2.55 }, discKernel(3)],
  ['smear of 9 px', { shape: 'line', sizePx: 9, angleRad: 0.5, noiseSigma: 2.55 }, lineKernel(0.5, 9)],
  ['smear of 21 px', { shape: 'line', sizePx: 21, angleRad: 1.2, noiseSigma: 2.55 }, lineKernel(1.2, 21)],
] as const) {
  const row = `Kodak, ${name} + 1 % noise`
  if (!row.includes(only)) continue
  const damaged = kodak.map((picture, i) => addNoise(blurPicture(picture, toSeparable(filter)), 2.55, 300 + i))
  const given = {
    name: row,
    unit: 'dB Y',
    gate: 1,
    truth: kodak,
    damaged,
    operation: undoBlur({ blur }),
    score: psnrLuma,
  }
  await measure(given, { settings: { net: 'refine-blur', blur, amount: 1 }, gate: 2 })
}
if ('Kodak, four casts, mean ΔE2000'.includes(only)) addRow(measureBalance())
if ('Kodak, scratches and specks, mask F1'.includes(only)) addRow(measureScratches())
addRow(await measureNetScratches())

const failed = rows.filter(({ gain, gate }) => gain < gate)
for (const { name } of failed) console.error(`below its gate: ${name}`)
process.exit(failed.length > 0 ? 1 : 0)

function addRow(row: Row) {
  const { name, before, after, unit, gain, gate, secondsPerMegapixel } = row
  rows.push(row)
  console.log(
    `${name.padEnd(45)} ${before.toFixed(2).padStart(8)}${after.toFixed(2).padStart(8)}` +
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

interface Measurement {
  readonly name: string
  readonly unit: string
  readonly gate: number
  readonly truth: readonly Planes[]
  readonly damaged: readonly Planes[]
  readonly operation: TileOperation
  score(a: Planes, b: Planes): number
}

async function measure(measurement: Measurement, refine?: Refine): Promise<void> {
  const { name, unit, gate, truth, damaged, operation, score } = measurement
  const megapixels = truth.reduce((sum, { r }) => sum + r.length / 1e6, 0)
  const before = meanScore(damaged, truth, score)
  const rowOf = (label: string, results: readonly Planes[], least: number, seconds: number) => {
    const after = meanScore(results, truth, score)
    const secondsPerMegapixel = seconds / megapixels
    addRow({ name: label, before, after, gain: after - before, unit, gate: least, secondsPerMegapixel })
    return after - before
  }
  const started = cpuSeconds()
  const answers = damaged.map((picture) =>
    operation.run(picture, { x: 0, y: 0, pictureWidth: picture.width, pictureHeight: picture.height }),
  )
  const classical = rowOf(name, answers, gate, cpuSeconds() - started)
  if (!refine) return
  const refined: Planes[] = []
  for (const [i, picture] of damaged.entries())
    refined.push(await refineWhole(nets[refine.settings.net], picture, answers[i]!, refine.settings))
  rowOf(`${name}, net`, refined, Math.max(refine.gate, classical), cpuSeconds() - started)
}

function cpuSeconds(): number {
  return process.cpuUsage().user / 1e6
}

function meanScore(a: readonly Planes[], b: readonly Planes[], score: Measurement['score']): number {
  return mean(a.map((picture, i) => score(picture, b[i]!)))
}

/** Noise of cameras, its strength unknown: what Denoise Normal makes of it by itself. The truth is the mean of many shots. */
async function measureRealNoise(name: string, folder: string): Promise<void> {
  const reals = readdirSync(join(DATA, folder)).filter((file) => file.includes('_real'))
  const files = reals.filter((_, i) => reals.length < 20 || i % 4 === 0)
  let before = 0
  let pixels = 0
  const tiers = { classical: { after: 0, seconds: 0 }, net: { after: 0, seconds: 0 } }
  for (const file of files) {
    const open = async (one: string) => (await decodePicture(readFileSync(join(DATA, folder, one)))).colour
    const [noisy, truth] = [await open(file), await open(file.replace('_real', '_mean'))]
    const whole = { x: 0, y: 0, width: truth.width, height: truth.height }
    const score = (result: typeof noisy) => psnr(cutTile(result, whole), cutTile(truth, whole)) / files.length
    before += score(noisy)
    pixels += truth.width * truth.height
    for (const tier of ['classical', 'net'] as const) {
      const started = cpuSeconds()
      const result = await runModel(noisy, { modelKey: 'denoise/normal', params: {}, tier })
      tiers[tier].seconds += cpuSeconds() - started
      tiers[tier].after += score(result)
    }
  }
  const gates = { classical: 1.5, net: Math.max(1.5, tiers.classical.after - before) }
  for (const tier of ['classical', 'net'] as const) {
    const { after, seconds } = tiers[tier]
    const label = `${name}, real noise${tier === 'net' ? ', net' : ''}`
    const measured = { before, after, gain: after - before, secondsPerMegapixel: (seconds / pixels) * 1e6 }
    addRow({ name: label, unit: 'dB', gate: gates[tier], ...measured })
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
    name: 'Kodak, scratches, top-hats, mask F1',
    before: 0,
    after,
    gain: after,
    unit: 'F1',
    gate: 0.5,
    secondsPerMegapixel: seconds / megapixels,
  }
}

/** What is taken for damage of the net's marks, before the margin of one pixel. */
async function measureNetScratches(): Promise<Row> {
  const net = await openMaskNet('scratch', 1)
  const started = performance.now()
  const scores: number[] = []
  for (const [i, picture] of kodak.entries()) {
    const { width, height } = picture
    const { picture: scratched, truth } = scratchPicture(picture, 300 + i)
    const whole = { x: 0, y: 0, width, height }
    const raster = createRaster(width, height, 3, 8)
    pasteTile(raster, scratched, whole, whole)
    scores.push(maskF1(await maskWhole(net, raster), truth, width))
  }
  const seconds = (performance.now() - started) / 1000
  const megapixels = kodak.reduce((sum, { r }) => sum + r.length / 1e6, 0)
  const after = mean(scores)
  const name = 'Kodak, scratches, the net, mask F1'
  return { name, before: 0, after, gain: after, unit: 'F1', gate: 0.82, secondsPerMegapixel: seconds / megapixels }
}
