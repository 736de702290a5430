// The refining nets: nearer to the truth than the classical steps that they refine, exact in tiles, the same on every run, rising
// with the sliders. Quality on real pictures is measured by bench/engine-quality.ts.
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ParameterValues } from '#rulebook/tools/parameter.ts'
import { cutTile, pasteTile } from '../image/cut-tile.ts'
import type { Planes } from '../image/planes.ts'
import { createRaster, type Raster, sampleMax } from '../image/raster.ts'
import { wholeOf } from '../image/rect.ts'
import { tileGrid } from '../image/tile-grid.ts'
import { openRefineNet, type RefineNetName } from '../nets/open-net.ts'
import type { RefineNet } from '../nets/refine-net.ts'
import { decodePicture } from '../picture/decode-picture.ts'
import { runRefine } from '../run/run-refine.ts'
import { psnrY } from '../testing/picture-quality.ts'
import { refineWhole } from '../testing/refine-whole.ts'
import { runModel } from '../testing/run-model.ts'
import { calmAnalysis, gradientEnergy } from '../testing/run-plan.ts'
import { psnrLuma } from '../testing/synthetic-damage.ts'
import { addNoise } from '../testing/synthetic-picture.ts'
import { throughJpeg } from '../testing/through-jpeg.ts'
import { makePlan } from '../tools/make-plan.ts'
import { deblock } from './deblock.ts'
import { denoise, whiteByScale } from './denoise.ts'
import type { NoiseRefine, RefineSettings } from './refine-settings.ts'

const LEVELS = 20
const whole = { x: 0, y: 0, width: 311, height: 233 }
const QUALITY = 12
/**
 * A photo (CC0, "kitten on lawn" of ../shared/data/train, as the landing page showed it once): the nets learnt from photos, and a
 * drawn pattern is where they gain least.
 */
const PHOTO = new URL('../testing/kitten.webp', import.meta.url)
const truth = (await decodePicture(readFileSync(PHOTO))).colour
const noisy = addNoise(truth, LEVELS)

const place = { x: 0, y: 0, pictureWidth: 311, pictureHeight: 233 }
const noise = whiteByScale(LEVELS)
const NOISE: NoiseRefine = { net: 'refine-noise', luma: noise, chroma: noise, keepDetail: 0 }
const JPEG: RefineSettings = { net: 'refine-jpeg', quality: QUALITY }
const BLUR: RefineSettings = { net: 'refine-blur', blur: { shape: 'disc', sizePx: 2, noiseSigma: 1 }, amount: 0.7 }
const nets = {} as Record<RefineNetName, RefineNet>

beforeAll(async () => {
  for (const name of ['refine-noise', 'refine-jpeg', 'refine-blur'] as const) nets[name] = await openRefineNet(name, 1)
})

async function refined(source: Raster, settings: RefineSettings, tilePx = 448, net = nets[settings.net]) {
  const target = createRaster(source.width, source.height, source.channels, source.bits)
  const filtered = createRaster(source.width, source.height, source.channels, 16)
  for (let i = 0; i < filtered.data.length; i++)
    filtered.data[i] = (source.data[i]! * sampleMax(16)) / sampleMax(source.bits)
  for (const tile of tileGrid(source.width, source.height, tilePx))
    await runRefine(net, settings, { source, filtered, target }, tile)
  return target
}

const bytesOf = ({ data }: Raster) => Buffer.from(data.buffer, data.byteOffset, data.byteLength)

describe('the refining nets', () => {
  it('take more noise away than the classical steps alone', async () => {
    const [damaged, clean] = [cutTile(noisy, whole), cutTile(truth, whole)]
    const filtered = denoise({ lumaSigma: LEVELS, chromaSigma: LEVELS, keepDetail: 0 }).run(damaged, place)
    const better = await refineWhole(nets['refine-noise'], damaged, filtered, NOISE)
    expect(psnrLuma(better, clean)).toBeGreaterThan(psnrLuma(filtered, clean) + 0.3)
  })

  it('take more JPEG damage away than the classical steps alone', async () => {
    const clean = cutTile(truth, whole)
    const damaged = await throughJpeg(clean, QUALITY)
    const filtered = deblock({ quality: QUALITY }).run(damaged, place)
    const better = await refineWhole(nets['refine-jpeg'], damaged, filtered, JPEG)
    expect(psnrLuma(better, clean)).toBeGreaterThan(psnrLuma(filtered, clean) + 0.5)
  })

  it.each([
    ['noise', 3, { ...NOISE, keepDetail: 0.5 }],
    ['noise', 1, { ...NOISE, keepDetail: 0.5 }],
    ['JPEG', 3, JPEG],
    ['blur', 3, BLUR],
  ] as const)(
    'give the bits of the whole picture in tiles of any size: %s, %i channels',
    async (_case, channels, settings) => {
      const source = channels === 3 ? noisy : greyOf(noisy)
      const at = await refined(source, settings, 4096)
      expect(Buffer.compare(bytesOf(at), bytesOf(await refined(source, settings, 61)))).toBe(0)
    },
  )

  it.each([NOISE, JPEG, BLUR])('give the same bits with two threads, and opened anew: $net', async (settings) => {
    const again = await refined(noisy, settings, undefined, await openRefineNet(settings.net, 2))
    expect(Buffer.compare(bytesOf(await refined(noisy, settings)), bytesOf(again))).toBe(0)
  })

  it.each([
    [NOISE, LEVELS / 3],
    [JPEG, 2],
    [BLUR, 1],
  ])('keep a flat picture flat, up to its border, though damage is expected: $net', async (settings, most) => {
    const flat = createRaster(90, 70, 3, 8)
    flat.data.fill(150)
    for (const value of (await refined(flat, settings)).data) expect(Math.abs(value - 150)).toBeLessThanOrEqual(most)
  })
})

describe('the denoising tools with the net', () => {
  const white = {
    noiseSigma: 10,
    chromaNoiseSigma: 10,
    lumaNoiseByScale: [10, 5, 2.5],
    chromaNoiseByScale: [10, 5, 2.5],
  } as const
  const planOf = (modelKey: string, params: ParameterValues = {}, seen = calmAnalysis(noisy, white)) =>
    makePlan({ modelKey, params, picture: noisy, analysis: seen, autoSeed: 7, tier: 'net' }).passes
  const run = (modelKey: string, params: ParameterValues = {}) => runModel(noisy, { modelKey, params, tier: 'net' })

  it('leave less noise from Normal, by the net, to Strong to Extreme, and with more strength', async () => {
    const left: number[] = []
    for (const name of ['normal', 'strong', 'extreme'])
      left.push(gradientEnergy(await run(`denoise/${name}`, { original_detail: 0 })))
    for (const strength of [0.1, 0.5, 1])
      left.push(gradientEnergy(await run('denoise/normal', { strength, original_detail: 0 })))
    for (const energies of [left.slice(0, 3), left.slice(3)])
      expect(energies).toEqual([...energies].sort((a, b) => b - a))
    expect(new Set(left).size).toBe(5)
  })

  it.each(['strong', 'extreme'])('keep in heavy noise what Normal keeps, and less of the noise: %s', async (name) => {
    const heavy = addNoise(truth, 45, 5)
    const [own, normal] = await Promise.all(
      [name, 'normal'].map((one) => runModel(heavy, { modelKey: `denoise/${one}`, params: {}, tier: 'net' })),
    )
    expect(psnrY(own!, truth, 0)).toBeGreaterThan(psnrY(normal!, truth, 0))
    expect(gradientEnergy(own!)).toBeLessThan(gradientEnergy(normal!))
  })

  it.each(['normal', 'strong', 'extreme'])('go on with the net above the nominal strength: %s', async (name) => {
    const piece = rasterOf(cutTile(truth, { x: 60, y: 60, width: 96, height: 96 }))
    const flat = createRaster(64, 64, 3, 8)
    flat.data.fill(120)
    const strengths = [0.5, 0.55, 0.7, 1]
    const treated = (of: Raster) =>
      Promise.all(
        strengths.map((strength) =>
          runModel(addNoise(of, 25), { modelKey: `denoise/${name}`, params: { strength }, tier: 'net' }),
        ),
      )
    const likeness = (await treated(piece)).map((result) => psnrY(result, piece, 8))
    // At most 1 dB a step of 0.05, as the slider has them.
    for (let i = 1; i < strengths.length; i++)
      expect(likeness[i - 1]! - likeness[i]!, likeness.join()).toBeLessThan(20 * (strengths[i]! - strengths[i - 1]!))
    const left = (await treated(flat)).map(gradientEnergy)
    for (let i = 1; i < left.length; i++) expect(left[i], left.join()).toBeLessThan(left[i - 1]!)
  })

  it('bring structure back with original_detail, step by step', async () => {
    const energies: number[] = []
    for (const original_detail of [0, 0.5, 1])
      energies.push(gradientEnergy(await run('denoise/strong', { original_detail })))
    for (let i = 1; i < energies.length; i++) expect(energies[i]).toBeGreaterThan(energies[i - 1]!)
  })

  it('are nearer to the truth than without it', async () => {
    const classical = await runModel(noisy, { modelKey: 'denoise/normal', params: {}, tier: 'classical' })
    expect(psnrY(await run('denoise/normal'), truth, 0)).toBeGreaterThan(psnrY(classical, truth, 0) + 0.1)
  })

  it('leave a camera’s noise, which is not white, and a picture without noise to the classical steps', () => {
    const camera = { ...white, lumaNoiseByScale: [4, 3.5, 2.5] } as const
    for (const seen of [calmAnalysis(noisy, camera), calmAnalysis(noisy)])
      expect(planOf('denoise/normal', {}, seen).map(({ kind }) => kind)).toEqual(['operations'])
    expect(planOf('denoise/normal').map(({ kind }) => kind)).toEqual(['refine'])
  })
})

function rasterOf(planes: Planes): Raster {
  const raster = createRaster(planes.width, planes.height, 3, 8)
  pasteTile(raster, planes, wholeOf(planes), wholeOf(planes))
  return raster
}

function greyOf(raster: Raster): Raster {
  const grey = createRaster(raster.width, raster.height, 1, 8)
  for (let i = 0; i < grey.data.length; i++) grey.data[i] = raster.data[3 * i]!
  return grey
}
