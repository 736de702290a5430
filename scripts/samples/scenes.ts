// Pictures with known damage for comparing the 23 models (bench/engine-models.ts): CC0 and public-domain pictures of
// ../shared/data/train and drawings of our own, damaged here with fixed seeds. The undamaged picture is kept for measuring.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp, { type Sharp } from 'sharp'
import { discKernel, type Kernel, lineKernel } from '#engine/signal/blur-kernel.ts'
import type { Run } from '../../bench/models/result-of.ts'
import { addSensorNoise, age, shrink, textPage, underexpose } from './damage.ts'

const TRAIN = fileURLToPath(new URL('../../../shared/data/train/', import.meta.url))
const SEED = 20_261_121

export interface LabelledRun extends Run {
  readonly label: string
}

export interface Scene {
  readonly name: string
  readonly damage: string
  /** Result is twice the source. */
  readonly doubles?: boolean
  /** Left, top and side of the square crop that is shown, in pixels of the result. */
  readonly crop: readonly [number, number, number]
  readonly runs: readonly LabelledRun[]
  readonly truth: () => Promise<Buffer>
  readonly source: (truth: Buffer) => Promise<Buffer>
}

const photo =
  (name: string, left: number, top: number, width = 480, height = 360) =>
  () =>
    sharp(join(TRAIN, name))
      .flatten({ background: '#ffffff' })
      .extract({ left, top, width, height })
      .removeAlpha()
      .png()
      .toBuffer()

const png = async (picture: Sharp | Promise<Sharp>) => (await picture).png().toBuffer()

/** Softens by any kernel, in the eight bits that a file has. */
function blurBy(truth: Buffer, { radius, values }: Kernel): Sharp {
  const side = 2 * radius + 1
  return sharp(truth).convolve({ width: side, height: side, kernel: [...values].map((v) => v * 1e4), scale: 1e4 })
}

const small = (quality: number, noise = 0, blurPx = 0) => {
  return async (truth: Buffer) => {
    const { width } = await sharp(truth).metadata()
    const soft = blurPx > 0 ? sharp(await png(sharp(truth).blur(blurPx))) : sharp(truth)
    const half = sharp(await png(soft.resize({ width: width / 2, kernel: 'cubic' })))
    const grainy = noise > 0 ? sharp(await png(addSensorNoise(half, noise, SEED))) : half
    return png(shrink(grainy, width / 2, quality))
  }
}

const noisy = (sigma: number) => (truth: Buffer) => png(addSensorNoise(sharp(truth), sigma, SEED))
const slightlyNoisy = async (picture: Sharp) => noisy(1.5)(await png(picture))

/** Sharp in the middle, out of focus around it, as a wide-open lens leaves it. */
async function shallow(truth: Buffer): Promise<Buffer> {
  const { width, height } = await sharp(truth).metadata()
  const mask = Buffer.from(
    `<svg width="${width}" height="${height}"><rect width="100%" height="100%"/><circle cx="${0.3 * width}" cy="${height / 2}" r="${0.3 * height}" fill="#fff"/></svg>`,
  )
  const alpha = await sharp(mask).blur(12).extractChannel(0).raw().toBuffer()
  const inFocus = await sharp(truth)
    .joinChannel(alpha, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer()
  const blurred = await png(blurBy(truth, discKernel(3)))
  return slightlyNoisy(
    sharp(
      await png(
        sharp(blurred)
          .composite([{ input: inFocus }])
          .removeAlpha(),
      ),
    ),
  )
}

const enhance = (label: string, key: string, params?: Run['params']): LabelledRun => ({
  label,
  modelKey: `enhance/${key}`,
  ...(params && { params }),
})
const ENHANCE = [
  enhance('standard-v2', 'standard/standard-v2'),
  enhance('high-fidelity-v2', 'standard/high-fidelity-v2'),
  enhance('low-resolution-v2', 'standard/low-resolution-v2'),
  enhance('cgi', 'standard/cgi'),
  enhance('text-refine', 'standard/text-refine'),
  enhance('recovery', 'generative/recovery'),
  enhance('recovery-v2', 'generative/recovery-v2'),
  enhance('redefine 1', 'generative/redefine', { creativity: 1 }),
  enhance('redefine 6', 'generative/redefine', { creativity: 6, texture: 1 }),
]
const DENOISE = ['normal', 'strong', 'extreme'].map((label) => ({ label, modelKey: `denoise/${label}` }))
const SHARPEN = [
  ...['standard', 'strong', 'natural', 'lens-blur', 'lens-blur-v2', 'motion-blur', 'refocus'].map((label) => ({
    label,
    modelKey: `sharpen/standard/${label}`,
  })),
  { label: 'super-focus', modelKey: 'sharpen/generative/super-focus' },
  { label: 'super-focus-v2', modelKey: 'sharpen/generative/super-focus-v2' },
]
const LIGHT = ['adjust', 'white-balance'].map((label) => ({ label, modelKey: `lighting/${label}` }))
const RESTORE = [{ label: 'dust-scratch', modelKey: 'restore/dust-scratch' }]

const osprey = photo('budgie-024.webp', 560, 180)
const facade = photo('budgie-027.webp', 520, 400)
const circuits = photo('budgie-018.webp', 560, 330)

export const SCENES: readonly Scene[] = [
  {
    name: 'enlarge-good',
    damage: 'half the size, JPEG 92',
    doubles: true,
    crop: [110, 40, 240],
    runs: ENHANCE,
    truth: facade,
    source: small(92),
  },
  {
    name: 'enlarge-poor',
    damage: 'blur 1.2 px, half the size, noise 5, JPEG 55',
    doubles: true,
    crop: [110, 40, 240],
    runs: ENHANCE,
    truth: photo('budgie-015.webp', 520, 440),
    source: small(55, 5, 1.2),
  },
  {
    name: 'enlarge-drawing',
    damage: 'half the size, JPEG 70',
    doubles: true,
    crop: [110, 40, 240],
    runs: ENHANCE,
    truth: photo('openclipart-028.webp', 280, 240),
    source: small(70),
  },
  {
    name: 'enlarge-text',
    damage: 'half the size, JPEG 75',
    doubles: true,
    crop: [30, 110, 240],
    runs: ENHANCE,
    truth: () => png(sharp(textPage(480, 360))),
    source: small(75),
  },
  { name: 'noise-8', damage: 'sensor noise σ 8', crop: [110, 40, 240], runs: DENOISE, truth: osprey, source: noisy(8) },
  {
    name: 'noise-25',
    damage: 'sensor noise σ 25',
    crop: [110, 40, 240],
    runs: DENOISE,
    truth: osprey,
    source: noisy(25),
  },
  {
    name: 'noise-50',
    damage: 'sensor noise σ 50',
    crop: [110, 40, 240],
    runs: DENOISE,
    truth: osprey,
    source: noisy(50),
  },
  {
    name: 'soft',
    damage: 'Gaussian blur σ 1',
    crop: [110, 40, 240],
    runs: SHARPEN,
    truth: circuits,
    source: (truth) => slightlyNoisy(sharp(truth).blur(1)),
  },
  {
    name: 'lens',
    damage: 'out of focus, disc of 2.5 px',
    crop: [110, 40, 240],
    runs: SHARPEN,
    truth: circuits,
    source: (truth) => slightlyNoisy(blurBy(truth, discKernel(2.5))),
  },
  {
    name: 'motion',
    damage: 'shaken along 9 px at 30°',
    crop: [110, 40, 240],
    runs: SHARPEN,
    truth: circuits,
    source: (truth) => slightlyNoisy(blurBy(truth, lineKernel(Math.PI / 6, 9))),
  },
  {
    name: 'shallow',
    damage: 'a disc in focus, the rest 3 px out',
    crop: [110, 40, 240],
    runs: SHARPEN,
    truth: circuits,
    source: shallow,
  },
  {
    name: 'sharp',
    damage: 'none: nothing to do',
    crop: [110, 40, 240],
    runs: SHARPEN,
    truth: circuits,
    source: async (truth) => truth,
  },
  {
    name: 'dark',
    damage: 'a stop and more too dark, yellow',
    crop: [110, 40, 240],
    runs: LIGHT,
    truth: photo('budgie-016.webp', 420, 200),
    source: (truth) => png(underexpose(sharp(truth))),
  },
  {
    name: 'cast',
    damage: 'lamp light: red 1.15, blue 0.65',
    crop: [110, 40, 240],
    runs: LIGHT,
    truth: photo('budgie-015.webp', 520, 440),
    source: (truth) => png(sharp(truth).linear([1.15, 1, 0.65], [0, 0, 0])),
  },
  {
    name: 'old',
    damage: 'faded, dust and scratches',
    crop: [110, 40, 240],
    runs: RESTORE,
    truth: osprey,
    source: (truth) => png(age(sharp(truth), 1951)),
  },
]
