// Training pairs of the polishing nets: crops of training photos with seeded damage, what our own classical steps make of them, and
// the truth. `python3 training/photos.py ../shared/data/train | node bench/polish-pairs.ts noise|jpeg FOLDER [crops per photo]`
// writes FOLDER/pairs.json and .bin files that training/train_polish.py reads. Never a picture of ../shared/data/bench.
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { analyse } from '#engine/analysis/analyse.ts'
import { jpegPolishInput, noisePolishInput, type PolishInput } from '#engine/nets/polish-input.ts'
import type { ExpectedNoise } from '#engine/nets/polish-settings.ts'
import type { Planes } from '#engine/operation.ts'
import { deblock } from '#engine/operations/deblock.ts'
import { denoise, whiteByScale } from '#engine/operations/denoise.ts'
import { fromOpponent, toOpponent } from '#engine/operations/opponent.ts'
import { expectedNoise } from '#engine/operations/plan-denoise.ts'
import { applySeparable, type SeparableFilter } from '#engine/operations/separable.ts'
import { addNoise, seededStream } from '#engine/operations/synthetic-damage.ts'
import { throughJpeg } from '#engine/testing/through-jpeg.ts'
import { cutTile } from '#engine/tiles/cut-tile.ts'

const TRAIN = join(import.meta.dirname, '../../shared/data/train')
/** Edges are mirrored there, not continued: they are computed and thrown away. */
const MARGIN_PX = 16
const KEPT_PX = 160
const SIDE_PX = KEPT_PX + 2 * MARGIN_PX
/** Of so many places the one with most detail is taken. */
const CANDIDATES = 2
/** Integers in the files: this many for 1. */
const STEPS = 4096
const CAMERA_SHARE = 0.35
const WHOLE = { x: 0, y: 0, pictureWidth: SIDE_PX, pictureHeight: SIDE_PX }

const [kind, folder, perPhoto = '8'] = process.argv.slice(2)
if ((kind !== 'noise' && kind !== 'jpeg') || !folder) throw new Error('noise|jpeg FOLDER [crops per photo]')
mkdirSync(folder, { recursive: true })
const photos = readFileSync(0, 'utf8')
  .trim()
  .split('\n')
  .map((line) => {
    const parts = line.split(/\s+/)
    return { heldOut: parts[1] === 'held-out', name: parts.at(-1)! }
  })
const inputs = openSync(join(folder, 'inputs.bin'), 'w')
const targets = openSync(join(folder, 'targets.bin'), 'w')
const crops: { heldOut: boolean; maps: readonly number[]; units: readonly number[]; kind: string }[] = []
let shape = { planesIn: 0, planesOut: 0 }
for (const [i, { heldOut, name }] of photos.entries()) {
  const count = heldOut ? 2 : Number(perPhoto)
  const next = seededStream(9000 + i)
  for (const divisor of [2, 3]) {
    const photo = await shrunk(name, divisor)
    if (Math.min(photo.width, photo.height) < SIDE_PX) continue
    for (let k = 0; k < Math.ceil(count / 2); k++)
      await writeCrop(cropOf(photo, next), heldOut, next, 100 * i + 10 * divisor + k)
  }
  if (i % 20 === 0)
    console.log(`${i} of ${photos.length} photos, ${crops.length} crops, ${process.cpuUsage().user / 1e6} s`)
}
closeSync(inputs)
closeSync(targets)
writeFileSync(join(folder, 'pairs.json'), JSON.stringify({ kind, side: KEPT_PX, steps: STEPS, ...shape, crops }))
console.log(`${crops.length} crops, ${process.cpuUsage().user / 1e6} CPU seconds`)

async function shrunk(name: string, divisor: number) {
  const photo = sharp(readFileSync(join(TRAIN, name)))
    .removeAlpha()
    .toColourspace('srgb')
  const { width, height } = await photo.metadata()
  const size = { width: Math.floor(width / divisor), height: Math.floor(height / divisor) }
  const data = await photo
    .resize({ ...size, fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer()
  return { ...size, channels: 3, bits: 8, data: new Uint8Array(data) } as const
}

function cropOf(photo: Parameters<typeof cutTile>[0], next: () => number): Planes {
  const places = Array.from({ length: CANDIDATES }, () => {
    const x = Math.floor(next() * (photo.width - SIDE_PX + 1))
    const y = Math.floor(next() * (photo.height - SIDE_PX + 1))
    return cutTile(photo, { x, y, width: SIDE_PX, height: SIDE_PX })
  })
  return places.reduce((best, place) => (detailOf(place) > detailOf(best) ? place : best))
}

function detailOf({ g }: Planes): number {
  let sum = 0
  for (let i = 1; i < g.length; i++) sum += Math.abs(g[i]! - g[i - 1]!)
  return sum
}

async function writeCrop(truth: Planes, heldOut: boolean, next: () => number, seed: number) {
  const made = kind === 'jpeg' ? await jpegPair(truth, next) : await noisePair(truth, next, seed)
  const { input, target } = made
  shape = { planesIn: input.planes.length, planesOut: target.length }
  crops.push({ heldOut, maps: input.maps, units: input.units, kind: made.kind })
  for (const plane of input.planes) writeSync(inputs, packed(plane))
  for (const plane of target) writeSync(targets, packed(plane))
}

interface Pair {
  readonly kind: string
  readonly input: PolishInput
  /** What the net should add to the classical answer, in its units. */
  readonly target: readonly Float32Array[]
}

async function jpegPair(truth: Planes, next: () => number): Promise<Pair> {
  const quality = Math.round(5 + 65 * next() ** 1.6)
  const damaged = await throughJpeg(truth, quality)
  const input = jpegPolishInput(damaged, deblock({ quality }).run(damaged, WHOLE), quality)
  return { kind: 'jpeg', input, target: changeTo(jpegPolishInput(truth, truth, quality), input, 1) }
}

async function noisePair(truth: Planes, next: () => number, seed: number): Promise<Pair> {
  const camera = next() < CAMERA_SHARE
  const made = camera ? await cameraNoise(truth, next, seed) : whiteNoise(truth, next, seed)
  const { noisy, noise } = made
  const settings = {
    lumaSigma: noise.luma[0],
    chromaSigma: noise.chroma[0],
    lumaByScale: noise.luma,
    chromaByScale: noise.chroma,
  }
  const clean = denoise({ ...settings, keepDetail: 0 }).run(noisy, WHOLE)
  const [from, to, still] = [toOpponent(noisy, WHOLE), toOpponent(clean, WHOLE), toOpponent(truth, WHOLE)]
  const input = noisePolishInput(from, to, noise)
  return { kind: camera ? 'camera' : 'white', input, target: changeTo(noisePolishInput(still, still, noise), input, 3) }
}

/** Strength known but for a little, as the measurement would. */
function whiteNoise(truth: Planes, next: () => number, seed: number) {
  const sigma = 3 + 54 * next() ** 1.2
  const noisy = addNoise(truth, sigma, seed)
  const told = whiteByScale(sigma * (1 + 0.1 * (next() - 0.5)))
  return { noisy: next() < 0.6 ? rounded(noisy) : noisy, noise: { luma: told, chroma: told } satisfies ExpectedNoise }
}

/** Stronger where it is bright, grown together by demosaicing, colours apart from luma, often stored as JPEG; expected is what Normal would. */
async function cameraNoise(truth: Planes, next: () => number, seed: number) {
  const zero = { ...truth, r: truth.r.map(() => 0), g: truth.r.map(() => 0), b: truth.r.map(() => 0) }
  const grain = toOpponent(addNoise(zero, 2 + 24 * next() ** 1.7, seed), WHOLE)
  const grown = next() < 0.75 ? taps(0.35 + 0.75 * next()) : undefined
  const [colour, floor] = [0.5 + 1.5 * next(), 0.15 + 0.85 * next()]
  const shaped = (key: keyof typeof grain, gain: number) => {
    const samples = grown ? applySeparable(grain[key].samples, SIDE_PX, SIDE_PX, grown) : grain[key].samples
    return { ...grain[key], samples: samples.map((value) => gain * value) }
  }
  const added = fromOpponent({
    luma: shaped('luma', 1),
    redBlue: shaped('redBlue', colour),
    greenMagenta: shaped('greenMagenta', colour),
  })
  const put = (key: 'r' | 'g' | 'b') =>
    truth[key].map((value, i) => value + added[key][i]! * Math.sqrt(floor + (1 - floor) * value))
  let noisy = rounded({ ...truth, r: put('r'), g: put('g'), b: put('b') })
  if (next() < 0.6) noisy = await throughJpeg(noisy, Math.round(78 + 20 * next()))
  const analysis = analyse(
    { crops: [{ planes: noisy, place: WHOLE }], overview: noisy },
    { motion: false, scratches: false },
  )
  return { noisy, noise: expectedNoise('denoise/normal', {}, analysis) as ExpectedNoise }
}

function taps(sigma: number): SeparableFilter {
  const raw = [-2, -1, 0, 1, 2].map((d) => Math.exp(-0.5 * (d / sigma) ** 2))
  const energy = Math.sqrt(raw.reduce((sum, tap) => sum + tap * tap, 0))
  const row = Float64Array.from(raw, (tap) => tap / energy)
  return { radius: 2, terms: [{ row, column: row }] }
}

function rounded(planes: Planes): Planes {
  const of = (samples: Float32Array) => samples.map((value) => Math.round(255 * Math.min(1, Math.max(0, value))) / 255)
  return { ...planes, r: of(planes.r), g: of(planes.g), b: of(planes.b) }
}

/** The first planes of an input are answers on a root scale; this is their difference in the net's units. */
function changeTo(truth: PolishInput, answer: PolishInput, count: number): Float32Array[] {
  return Array.from({ length: count }, (_, p) => {
    const gain = 0.5 / Math.sqrt(answer.units[p]!)
    const [to, from] = [truth.planes[p]!, answer.planes[p]!]
    return to.map((value, i) => (value - from[i]!) / gain / answer.units[p]!)
  })
}

function packed(plane: Float32Array): Uint8Array {
  const out = new Int16Array(KEPT_PX * KEPT_PX)
  for (let y = 0; y < KEPT_PX; y++)
    for (let x = 0; x < KEPT_PX; x++) {
      const value = Math.round(STEPS * plane[(y + MARGIN_PX) * SIDE_PX + x + MARGIN_PX]!)
      out[y * KEPT_PX + x] = Math.max(-32768, Math.min(32767, value))
    }
  return new Uint8Array(out.buffer)
}
