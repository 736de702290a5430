// Seeded damage of known size, and measures of what is left of it: for the operations' tests and for bench/engine-quality.ts only.

import { bradford, toGamma, toLinear } from '../image/colour-space.ts'
import type { Planes } from '../image/planes.ts'
import { clamp01 } from '../image/ramp.ts'
import { textureNoise } from '../operations/seeded-texture.ts'
import { applySeparable, type SeparableFilter } from '../signal/separable.ts'

/** A stream of numbers in 0…1. */
export function seededStream(seed: number): () => number {
  let count = 0
  return () => (textureNoise(seed, count++, 0, 7) + 1) / 2
}

const mapChannels = (picture: Planes, change: (samples: Float32Array) => Float32Array): Planes => ({
  ...picture,
  r: change(picture.r),
  g: change(picture.g),
  b: change(picture.b),
})

/** Normally distributed, of deviation 1. */
function normalStream(seed: number): () => number {
  const next = seededStream(seed)
  return () => Math.sqrt(-2 * Math.log(next() + 1e-12)) * Math.cos(2 * Math.PI * next())
}

/** Independent Gaussian noise in every channel; `sigma` in 8-bit levels. */
export function addNoise(picture: Planes, sigma: number, seed: number): Planes {
  const normal = normalStream(seed)
  return mapChannels(picture, (samples) => samples.map((value) => value + (sigma / 255) * normal()))
}

/** Electrons that white fills a pixel of a small sensor with, and those that reading adds. */
const FULL_WELL = 12_000
const READ_NOISE = 6

/** The picture as a camera takes it with too little light: stops of it are missing, and its noise is shot and read noise. */
export function underexpose(picture: Planes, stops: number, seed: number): Planes {
  const normal = normalStream(seed)
  return mapChannels(picture, (samples) =>
    samples.map((value) => {
      const electrons = FULL_WELL * toLinear(value) * 2 ** -stops
      const read = electrons + Math.sqrt(electrons + READ_NOISE ** 2) * normal()
      return toGamma(Math.max(0, read) / FULL_WELL)
    }),
  )
}

export const blurPicture = (picture: Planes, filter: SeparableFilter): Planes =>
  mapChannels(picture, (samples) => applySeparable(samples, picture.width, picture.height, filter))

/** The picture under light of the linear colour `light`, without white balance. */
export function castPicture(picture: Planes, light: readonly [number, number, number]): Planes {
  const m = bradford([1, 1, 1], light)
  const rgb = [picture.r.slice(), picture.g.slice(), picture.b.slice()] as const
  for (let i = 0; i < picture.r.length; i++) {
    const linear = [toLinear(picture.r[i]!), toLinear(picture.g[i]!), toLinear(picture.b[i]!)] as const
    for (let c = 0; c < 3; c++) {
      const value = m[3 * c]! * linear[0] + m[3 * c + 1]! * linear[1] + m[3 * c + 2]! * linear[2]
      rgb[c]![i] = clamp01(toGamma(value))
    }
  }
  return { ...picture, r: rgb[0], g: rgb[1], b: rgb[2] }
}

export interface Scratched {
  readonly picture: Planes
  /** 1 where damage was drawn. */
  readonly truth: Uint8Array
}

export interface ScratchAmount {
  readonly scratches: number
  readonly specks: number
  /** How much of the picture a mark hides, 0–1. */
  readonly opacity: number
}

/** What a neglected print has. */
export const MANY_SCRATCHES: ScratchAmount = { scratches: 8, specks: 25, opacity: 0.85 }
/** What a well-kept print has. */
export const FEW_SCRATCHES: ScratchAmount = { scratches: 3, specks: 8, opacity: 0.6 }

/** Slightly bent scratches of 1–3 px and specks, three of four bright. */
export function scratchPicture(picture: Planes, seed: number, amount = MANY_SCRATCHES): Scratched {
  const { scratches, specks, opacity } = amount
  const next = seededStream(seed)
  const truth = new Uint8Array(picture.r.length)
  const out = mapChannels(picture, (samples) => samples.slice())
  const put = (x: number, y: number, value: number) => {
    const px = Math.round(x)
    const py = Math.round(y)
    if (px < 0 || py < 0 || px >= picture.width || py >= picture.height) return
    const i = py * picture.width + px
    truth[i] = 1
    for (const channel of ['r', 'g', 'b'] as const)
      out[channel][i] = (1 - opacity) * picture[channel][i]! + opacity * value
  }
  for (let k = 0; k < scratches; k++) drawScratch(picture, next, put)
  for (let k = 0; k < specks; k++) drawSpeck(picture, next, put)
  return { picture: out, truth }
}

type Put = (x: number, y: number, value: number) => void

const polarity = (next: () => number) => (next() < 0.75 ? 0.95 : 0.05)

function drawScratch({ width, height }: Planes, next: () => number, put: Put) {
  let x = next() * width
  let y = next() * height
  let angle = next() * 2 * Math.PI
  const wide = 1 + Math.floor(3 * next())
  const value = polarity(next)
  const lengthPx = (0.15 + 0.4 * next()) * Math.min(width, height)
  for (let t = 0; t < lengthPx; t += 0.5) {
    angle += 0.02 * (next() - 0.5)
    x += 0.5 * Math.cos(angle)
    y += 0.5 * Math.sin(angle)
    for (let q = -wide / 2; q < wide / 2; q += 0.5) put(x - q * Math.sin(angle), y + q * Math.cos(angle), value)
  }
}

function drawSpeck({ width, height }: Planes, next: () => number, put: Put) {
  const x = next() * width
  const y = next() * height
  const radius = 1 + 2 * next()
  const value = polarity(next)
  for (let dy = -4; dy <= 4; dy++)
    for (let dx = -4; dx <= 4; dx++) if (dx * dx + dy * dy <= radius * radius) put(x + dx, y + dy, value)
}

export const to8Bit = (value: number) => Math.round(255 * clamp01(value))

/** Decibels over all three channels, both sides rounded to 8 bits. */
export function psnr(a: Planes, b: Planes): number {
  let sum = 0
  for (const channel of ['r', 'g', 'b'] as const)
    for (let i = 0; i < a.r.length; i++) sum += (to8Bit(a[channel][i]!) - to8Bit(b[channel][i]!)) ** 2
  return 10 * Math.log10((255 ** 2 * 3 * a.r.length) / Math.max(sum, 1e-9))
}

/** Decibels of BT.601 luma (16–235), both sides rounded to 8 bits first. */
export function psnrLuma(a: Planes, b: Planes): number {
  const luma = (p: Planes, i: number) =>
    (65.481 * to8Bit(p.r[i]!) + 128.553 * to8Bit(p.g[i]!) + 24.966 * to8Bit(p.b[i]!)) / 255
  let sum = 0
  for (let i = 0; i < a.r.length; i++) sum += (luma(a, i) - luma(b, i)) ** 2
  return 10 * Math.log10((255 ** 2 * a.r.length) / Math.max(sum, 1e-9))
}

/** F1 of a mask against the truth; two pixels of displacement are forgiven on both sides. */
export function maskF1(mask: Uint8Array, truth: Uint8Array, width: number): number {
  const near = (map: Uint8Array, i: number) => {
    for (let dy = -2; dy <= 2; dy++) for (let dx = -2; dx <= 2; dx++) if (map[i + dy * width + dx]) return true
    return false
  }
  let hit = 0
  let missed = 0
  let wrong = 0
  for (let i = 0; i < mask.length; i++) {
    if (truth[i]) near(mask, i) ? hit++ : missed++
    if (mask[i] && !near(truth, i)) wrong++
  }
  return (2 * hit) / Math.max(1, 2 * hit + missed + wrong)
}

/** Mean CIEDE2000 colour difference (Sharma 2005) over every `stride`-th pixel. */
export function meanDeltaE(a: Planes, b: Planes, stride = 7): number {
  let sum = 0
  let count = 0
  for (let i = 0; i < a.r.length; i += stride) {
    sum += deltaE2000(toLab(a, i), toLab(b, i))
    count++
  }
  return sum / count
}

type Lab = readonly [number, number, number]

function toLab(picture: Planes, i: number): Lab {
  const clamp = (value: number) => toLinear(clamp01(value))
  const r = clamp(picture.r[i]!)
  const g = clamp(picture.g[i]!)
  const b = clamp(picture.b[i]!)
  const f = (t: number) => (t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116)
  const x = f((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047)
  const y = f(0.2126729 * r + 0.7151522 * g + 0.072175 * b)
  const z = f((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

const RADIANS = Math.PI / 180

function deltaE2000([l1, a1, b1]: Lab, [l2, a2, b2]: Lab): number {
  const c7 = ((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2) ** 7
  const g = 0.5 * (1 - Math.sqrt(c7 / (c7 + 25 ** 7)))
  const ap1 = (1 + g) * a1
  const ap2 = (1 + g) * a2
  const c1 = Math.hypot(ap1, b1)
  const c2 = Math.hypot(ap2, b2)
  const hue = (a: number, b: number) => (a === 0 && b === 0 ? 0 : (Math.atan2(b, a) / RADIANS + 360) % 360)
  const h1 = hue(ap1, b1)
  const h2 = hue(ap2, b2)
  const turn = c1 * c2 === 0 ? 0 : ((h2 - h1 + 540) % 360) - 180
  const dh = 2 * Math.sqrt(c1 * c2) * Math.sin((turn / 2) * RADIANS)
  const hm = c1 * c2 === 0 ? h1 + h2 : (h1 + turn / 2 + 360) % 360
  const lm = (l1 + l2) / 2
  const cm = (c1 + c2) / 2
  const cos = (factor: number, shift: number) => Math.cos((factor * hm + shift) * RADIANS)
  const t = 1 - 0.17 * cos(1, -30) + 0.24 * cos(2, 0) + 0.32 * cos(3, 6) - 0.2 * cos(4, -63)
  const sl = 1 + (0.015 * (lm - 50) ** 2) / Math.sqrt(20 + (lm - 50) ** 2)
  const sc = 1 + 0.045 * cm
  const sh = 1 + 0.015 * cm * t
  const twist =
    2 * Math.sqrt(cm ** 7 / (cm ** 7 + 25 ** 7)) * Math.sin(60 * Math.exp(-(((hm - 275) / 25) ** 2)) * RADIANS)
  const dl = (l2 - l1) / sl
  const dc = (c2 - c1) / sc
  const dhs = dh / sh
  return Math.sqrt(dl * dl + dc * dc + dhs * dhs - twist * dc * dhs)
}
