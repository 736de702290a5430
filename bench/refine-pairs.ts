// Training pairs of the refining nets: crops of training photos with seeded damage, what our own classical steps make of them, and
// the truth. `python3 training/photos.py ../shared/data/train | npx node bench/refine-pairs.ts noise|jpeg|blur FOLDER [crops per photo]`
// writes FOLDER/pairs.json and .bin files that training/train_refine.py reads. Never a picture of ../shared/data/bench.
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { cutTile } from '#engine/image/cut-tile.ts'
import type { Planes } from '#engine/image/planes.ts'
import { seededStream } from '#engine/testing/synthetic-damage.ts'
import { blurPair, jpegPair, noisePair, type Pair } from './refine-damage.ts'

const TRAIN = join(import.meta.dirname, '../../shared/data/train')
const KEPT_PX = 160
/** So many places are looked at; the one with most detail is taken. */
const CANDIDATES = 2
/** Integers in the files: this many for 1. */
const STEPS = 4096

/** Beyond `marginPx` edges are mirrored, not continued: they are computed and thrown away. Multiples of JPEG's blocks. */
const KINDS: Readonly<
  Record<string, { marginPx: number; pair: (truth: Planes, next: () => number, seed: number) => Pair | Promise<Pair> }>
> = {
  noise: { marginPx: 16, pair: noisePair },
  jpeg: { marginPx: 16, pair: jpegPair },
  blur: { marginPx: 64, pair: blurPair },
}

const [kind = '', folder, perPhoto = '8'] = process.argv.slice(2)
const damage = KINDS[kind]
if (!damage || !folder) throw new Error('noise|jpeg|blur FOLDER [crops per photo]')
const { marginPx } = damage
const sidePx = KEPT_PX + 2 * marginPx
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
    if (Math.min(photo.width, photo.height) < sidePx) continue
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
    const x = Math.floor(next() * (photo.width - sidePx + 1))
    const y = Math.floor(next() * (photo.height - sidePx + 1))
    return cutTile(photo, { x, y, width: sidePx, height: sidePx })
  })
  return places.reduce((best, place) => (detailOf(place) > detailOf(best) ? place : best))
}

function detailOf({ g }: Planes): number {
  let sum = 0
  for (let i = 1; i < g.length; i++) sum += Math.abs(g[i]! - g[i - 1]!)
  return sum
}

async function writeCrop(truth: Planes, heldOut: boolean, next: () => number, seed: number) {
  const made = await damage!.pair(truth, next, seed)
  const { input, target } = made
  shape = { planesIn: input.planes.length, planesOut: target.length }
  crops.push({ heldOut, maps: input.maps, units: input.units, kind: made.kind })
  for (const plane of input.planes) writeSync(inputs, packed(plane))
  for (const plane of target) writeSync(targets, packed(plane))
}

function packed(plane: Float32Array): Uint8Array {
  const out = new Int16Array(KEPT_PX * KEPT_PX)
  for (let y = 0; y < KEPT_PX; y++)
    for (let x = 0; x < KEPT_PX; x++) {
      const value = Math.round(STEPS * plane[(y + marginPx) * sidePx + x + marginPx]!)
      out[y * KEPT_PX + x] = Math.max(-32768, Math.min(32767, value))
    }
  return new Uint8Array(out.buffer)
}
