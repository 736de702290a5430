// `npm run bench:hashes`: SHA-256 of what every model makes of small pictures of different kinds, so that a change of structure can show
// that it changed no pixel: run it before and after, and compare the two outputs. Automatic and manual mode and larger pictures on two threads
// go through the real child process (result, view, thumbnail and report together); the tier without weights is computed in this process.
// Hashes compare on one machine only: nets in int8 and in floats differ, and so may processors.
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { createLocalEngine } from '#engine/host/local-engine.ts'
import { decodePicture } from '#engine/picture/decode-picture.ts'
import { blankPaper, lettersOn } from '#engine/testing/drawn-letters.ts'
import { sharpOf } from '#engine/testing/encode-sample.ts'
import { runModel } from '#engine/testing/run-model.ts'
import { addNoise, syntheticRaster } from '#engine/testing/synthetic-picture.ts'
import { MODELS } from '#rulebook/tools/catalogue.ts'
import type { ModelConfig } from '#rulebook/tools/model.ts'
import type { ParameterDefinition, ParameterKey, ParameterValues } from '#rulebook/tools/parameter.ts'

/** Manual values lie here between least and most. */
const MANUAL_POSITION = 0.7
const MANUAL_SEED = 12345
/** One model of each way through the passes, for the picture that is large enough for threads. */
const THREADED = [
  'enhance/standard/standard-v2',
  'enhance/standard/cgi',
  'enhance/generative/recovery',
  'denoise/normal',
  'denoise/extreme',
  'restore/dust-scratch',
  'sharpen/standard/lens-blur',
  'lighting/adjust',
]

const folder = mkdtempSync(join(tmpdir(), 'result-hashes-'))
const engine = createLocalEngine({ threads: 2, standby: true })

const hashOf = (...parts: readonly (Uint8Array | string)[]): string =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex')

const sampleFile = (name: string) => sharp(readFileSync(new URL(`../src/engine/testing/${name}.webp`, import.meta.url)))

/** What the round above misses: nets on white noise and on a smear that is seen, and a picture enlarged twice over. */
const FURTHER: readonly (readonly [modelKey: string, picture: string, params: ParameterValues])[] = [
  ['denoise/normal', 'noisy', {}],
  ['denoise/normal', 'noisy', { strength: 0.4, original_detail: 0.6, minor_deblur: 0.8 }],
  ['sharpen/standard/motion-blur', 'far smeared', {}],
  ['sharpen/standard/motion-blur', 'far smeared', { strength: 0.8, minor_denoise: 0.4 }],
  ['enhance/standard/standard-v2', 'menu', { output_height: 1024 }],
  ['enhance/standard/cgi', 'menu', { output_height: 1024, sharpen: 0, denoise: 0, fix_compression: 0 }],
  ['enhance/generative/redefine', 'photo', { output_height: 576, creativity: 1 }],
]

/** A smear of five pixels, straight across. */
const SMEAR = { width: 5, height: 3, kernel: [0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0], scale: 5 }
/** A grey photograph with two slanted scratches and a speck of dust. */
async function scratchedPhoto(): Promise<Buffer> {
  const { data, info } = await sampleFile('kitten')
    .greyscale()
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const mark = (x: number, y: number) => data.fill(240, y * info.width + x, y * info.width + x + 2)
  for (let y = 0; y < info.height; y++) for (const x of [40, 200]) mark(x + Math.floor(y / 20), y)
  for (let y = 60; y < 63; y++) mark(120, y)
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 1 } })
    .png()
    .toBuffer()
}

/** A round hole in a half transparent picture. */
function transparentPicture(): Promise<Buffer> {
  const { data, width, height } = syntheticRaster(180, 220)
  const rgba = new Uint8Array(width * height * 4)
  for (let i = 0; i < width * height; i++) {
    rgba.set(data.subarray(3 * i, 3 * i + 3), 4 * i)
    rgba[4 * i + 3] = Math.hypot((i % width) - 90, Math.floor(i / width) - 90) < 60 ? 0 : 150
  }
  return sharp(rgba, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer()
}

/** Fifteen pixels, without the noise that would hide it. */
function farSmeared(): Promise<Buffer> {
  const { data, width, height } = syntheticRaster(400, 300)
  const smeared = data.map((_, i) => {
    const x = Math.floor(i / 3) % width
    let sum = 0
    for (let u = -7; u <= 7; u++) sum += data[i + 3 * (Math.min(width - 1, Math.max(0, x + u)) - x)]!
    return Math.round(sum / 15)
  })
  return sharpOf({ data: smeared, width, height, channels: 3, bits: 8 }).png().toBuffer()
}

const PICTURES: Readonly<Record<string, () => Promise<Buffer>>> = {
  photo: () => sampleFile('kitten').jpeg({ quality: 75 }).toBuffer(),
  menu: () => sampleFile('printed-menu').jpeg({ quality: 60 }).toBuffer(),
  noisy: () =>
    sharpOf(addNoise(syntheticRaster(320, 240), 8))
      .png()
      .toBuffer(),
  grey16: () =>
    sharpOf(addNoise(syntheticRaster(200, 160, 1, 16), 4))
      .toColourspace('grey16')
      .png()
      .toBuffer(),
  transparent: transparentPicture,
  drawing: () =>
    sharpOf(lettersOn(blankPaper(272, 208)))
      .jpeg({ quality: 92 })
      .toBuffer(),
  smeared: () => sampleFile('kitten').convolve(SMEAR).png().toBuffer(),
  soft: () => sampleFile('kitten').blur(1.6).jpeg({ quality: 95 }).toBuffer(),
  scratched: scratchedPhoto,
}
const large = () =>
  sharpOf(addNoise(syntheticRaster(960, 640), 3))
    .jpeg({ quality: 80 })
    .toBuffer()

function manualValue(key: ParameterKey, { type, min, max, step, default: usual }: ParameterDefinition, height: number) {
  if (key === 'seed') return MANUAL_SEED
  if (key === 'output_height') return Math.max(min!, 64 * Math.round((3 * height) / 64))
  if (type === 'boolean') return usual !== true
  if (type === 'textarea') return ''
  return Number((min! + step! * Math.round((MANUAL_POSITION * (max! - min!)) / step!)).toFixed(4))
}

const manualValues = ({ params }: ModelConfig, height: number): ParameterValues =>
  Object.fromEntries(
    Object.entries(params).map(([key, definition]) => [key, manualValue(key as ParameterKey, definition, height)]),
  )

async function print(label: string, sourcePath: string, modelKey: string, params: ParameterValues): Promise<void> {
  const files = ['result.png', 'thumb.jpg', 'view'].map((name) => join(folder, name))
  const [resultPath, thumbnailPath, viewPath] = files as [string, string, string]
  const copies = { thumbnailPath, thumbnailSidePx: 200, thumbnailQuality: 0.8, viewPath, viewMaxSidePx: 2048 }
  const { report, width, height } = await engine.process({ sourcePath, resultPath, ...copies, modelKey, params })
  const hash = hashOf(...files.map((file) => readFileSync(file)), JSON.stringify(report))
  console.log(`${label.padEnd(96)} ${`${width}×${height}`.padEnd(10)} ${report.tier.padEnd(9)} ${hash}`)
}

async function written(name: string, bytes: Buffer): Promise<string> {
  const file = join(folder, name)
  writeFileSync(file, bytes)
  return file
}

try {
  const pictures = await Promise.all(
    Object.entries(PICTURES).map(async ([name, make]) => [name, await make()] as const),
  )
  const pictureAt = (i: number) => pictures[i % pictures.length]!
  for (const [i, model] of MODELS.entries()) {
    const [name, bytes] = pictureAt(i)
    await print(`${model.key} automatic, ${name}`, await written(name, bytes), model.key, {})
  }
  for (const [i, model] of MODELS.entries()) {
    const [name, bytes] = pictureAt(i + 4)
    const { height = 0 } = await sharp(bytes).metadata()
    await print(`${model.key} manual, ${name}`, await written(name, bytes), model.key, manualValues(model, height))
  }
  const largePath = await written('large', await large())
  for (const key of THREADED) await print(`${key} automatic, large`, largePath, key, {})
  for (const [key, name, params] of FURTHER) {
    const bytes = await (name === 'far smeared' ? farSmeared() : PICTURES[name]!())
    await print(`${key} ${JSON.stringify(params)}, ${name}`, await written(name, bytes), key, params)
  }
  for (const [i, { key }] of MODELS.entries()) {
    const [name, bytes] = pictureAt(i + 2)
    const { colour, jpegQuality } = await decodePicture(bytes)
    const result = await runModel(colour, { modelKey: key, params: {}, tier: 'classical', jpegQuality })
    const { data, width, height } = result
    console.log(
      `${`${key} without weights, ${name}`.padEnd(96)} ${`${width}×${height}`.padEnd(10)} ${'classical'.padEnd(9)} ${hashOf(new Uint8Array(data.buffer, data.byteOffset, data.byteLength).slice())}`,
    )
  }
} finally {
  engine.close()
  rmSync(folder, { recursive: true, force: true })
}
