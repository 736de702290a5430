// Every parameter of the fifteen models has its effect, rising without a break in its own measure, and models differ.
import { describe, expect, it } from 'vitest'
import type { ParameterValues } from '#rulebook/tools/parameter.ts'
import type { PictureAnalysis } from '../analysis/picture-analysis.ts'
import { toLinear } from '../image/colour-space.ts'
import type { Planes } from '../image/planes.ts'
import { repairScratches } from '../operations/repair-scratches.ts'
import { gaussianKernel, lineKernel } from '../signal/blur-kernel.ts'
import { toSeparable } from '../signal/separable.ts'
import { plannedOperations } from '../testing/run-plan.ts'
import { addNoise, blurPicture, psnr, scratchPicture } from '../testing/synthetic-damage.ts'
import {
  analysisOf,
  gradientEnergy,
  largestDifference,
  meanOf,
  runAll,
  scene,
  wholePlace,
} from '../testing/test-pictures.ts'

const sharpScene = scene(128, 112)
const softScene = blurPicture(sharpScene, toSeparable(gaussianKernel(1.4)))
const noisyScene = addNoise(sharpScene, 10, 1)
const softAnalysis = analysisOf(softScene, { blurSigma: 1.4 })
const noisyAnalysis = analysisOf(noisyScene, {
  noiseSigma: 10,
  chromaNoiseSigma: 10,
  lumaNoiseByScale: [10, 5, 2.5],
  chromaNoiseByScale: [10, 5, 2.5],
})

function expectRising(values: readonly number[]) {
  for (let i = 1; i < values.length; i++) expect(values[i], values.join(' ')).toBeGreaterThan(values[i - 1]!)
}

function energies(
  model: string,
  analysis: PictureAnalysis,
  picture: Planes,
  settings: readonly ParameterValues[],
): number[] {
  return settings.map((params) => gradientEnergy(runAll(plannedOperations(model, params, analysis), picture)))
}

const SHARPEN_MODELS = ['standard', 'strong', 'lens-blur', 'lens-blur-v2', 'motion-blur', 'natural', 'refocus'] as const

describe('sharpening', () => {
  it.each(SHARPEN_MODELS)('%s: strength raises sharpness step by step', (name) => {
    const steps = [0.01, 0.25, 0.5, 0.75, 1].map((strength) => ({ strength }))
    const measured = energies(`sharpen/standard/${name}`, softAnalysis, softScene, steps)
    expectRising([gradientEnergy(softScene), ...measured.slice(1)])
  })

  it.each(SHARPEN_MODELS.filter((name) => name !== 'strong'))('%s: minor_denoise lowers the noise', (name) => {
    const flat = addNoise(analysisFlat, 6, 2)
    const analysis = analysisOf(flat, { noiseSigma: 6 })
    const steps = [0.01, 0.3, 1].map((minor_denoise) => ({ minor_denoise, strength: 0.2 }))
    expectRising(energies(`sharpen/standard/${name}`, analysis, flat, steps).reverse())
  })

  it('the seven models give seven different pictures', () => {
    const results = SHARPEN_MODELS.map((name) =>
      runAll(plannedOperations(`sharpen/standard/${name}`, {}, softAnalysis), softScene),
    )
    for (const [i, a] of results.entries())
      for (const b of results.slice(i + 1)) expect(largestDifference(a, b)).toBeGreaterThan(1 / 255)
  })

  it('Motion Blur follows the measured smear', () => {
    const smeared = blurPicture(sharpScene, toSeparable(lineKernel(0.5, 9)))
    const motion = { angleRad: 0.5, lengthPx: 9, confidence: 1 }
    const out = runAll(plannedOperations('sharpen/standard/motion-blur', {}, analysisOf(smeared, { motion })), smeared)
    expect(psnr(out, sharpScene) - psnr(smeared, sharpScene)).toBeGreaterThan(1)
  })

  it('Natural never leaves the range of the neighbourhood', () => {
    const out = runAll(plannedOperations('sharpen/standard/natural', { strength: 1 }, softAnalysis), softScene)
    const high = softScene.g.reduce((a, b) => Math.max(a, b))
    expect(out.g.reduce((a, b) => Math.max(a, b))).toBeLessThan(high + 0.02)
  })

  it('Refocus works where the picture is soft and leaves the sharp part alone', () => {
    const wide = scene(320, 160)
    const soft = blurPicture(wide, toSeparable(gaussianKernel(2.5)))
    const half = (channel: 'r' | 'g' | 'b') => wide[channel].map((v, i) => (i % 320 < 160 ? v : soft[channel][i]!))
    const mixed = { ...wide, r: half('r'), g: half('g'), b: half('b') }
    const out = runAll(plannedOperations('sharpen/standard/refocus', { strength: 1 }, analysisOf(mixed)), mixed)
    const change = (from: number, to: number) =>
      out.g.reduce((sum, v, i) => (i % 320 >= from && i % 320 < to ? sum + (v - mixed.g[i]!) ** 2 : sum), 0)
    expect(change(210, 320)).toBeGreaterThan(4 * change(0, 110))
  })
})

const analysisFlat: Planes = {
  width: 96,
  height: 96,
  r: new Float32Array(96 * 96).fill(0.5),
  g: new Float32Array(96 * 96).fill(0.5),
  b: new Float32Array(96 * 96).fill(0.5),
}

describe('super focus', () => {
  const first = 'sharpen/generative/super-focus'
  const second = 'sharpen/generative/super-focus-v2'

  it.each([
    [first, 'strength', [0.1, 0.3, 0.5, 0.8, 1]],
    [second, 'detail', [0, 0.3, 0.6, 1]],
    [second, 'focus_boost', [0.25, 0.5, 0.75, 1]],
  ] as const)('%s: %s raises sharpness step by step', (model, key, values) => {
    const steps = values.map((value) => ({ [key]: value }))
    expectRising(energies(model, softAnalysis, softScene, steps))
  })

  it('focus_boost assumes a wider blur and therefore changes more', () => {
    const changes = [0.25, 0.5, 0.75, 1].map((focus_boost) =>
      largestDifference(runAll(plannedOperations(first, { focus_boost }, softAnalysis), softScene), softScene),
    )
    expect(changes.at(-1)).toBeGreaterThan(changes[0]!)
  })

  it('[PARAM-22] the same seed gives the same picture, another seed another one', () => {
    const run = (seed: number) => runAll(plannedOperations(first, { seed }, softAnalysis), softScene)
    expect(largestDifference(run(-2147483648), run(-2147483648))).toBe(0)
    expect(largestDifference(run(1), run(2147483647))).toBeGreaterThan(0)
  })
})

describe('denoising', () => {
  const models = ['denoise/normal', 'denoise/strong', 'denoise/extreme'] as const

  it('Normal, Strong and Extreme take away more and more', () => {
    const left = models.map((model) => gradientEnergy(runAll(plannedOperations(model, {}, noisyAnalysis), noisyScene)))
    expectRising(left.reverse())
  })

  it.each(models)('%s: strength lowers what is left, original_detail raises it', (model) => {
    const strength = [0.1, 0.3, 0.5].map((value) => ({ strength: value, original_detail: 0 }))
    expectRising(energies(model, noisyAnalysis, noisyScene, strength).reverse())
    const detail = [0, 0.3, 0.6, 1].map((value) => ({ original_detail: value }))
    expectRising(energies(model, noisyAnalysis, noisyScene, detail))
  })

  it('minor_deblur raises sharpness', () => {
    const steps = [0.01, 0.4, 0.7, 1].map((minor_deblur) => ({ minor_deblur }))
    expectRising(energies('denoise/normal', noisyAnalysis, noisyScene, steps))
  })

  it('removes the noise it measured', () => {
    const out = runAll(plannedOperations('denoise/normal', { original_detail: 0 }, noisyAnalysis), noisyScene)
    expect(psnr(out, sharpScene) - psnr(noisyScene, sharpScene)).toBeGreaterThan(5)
  })
})

describe('noise that a camera hides', () => {
  const grey = { lumaNoiseByScale: [3, 3, 2.5], chromaNoiseByScale: [0.5, 0.5, 0.5] } as const
  const change = (noise: Partial<PictureAnalysis>) =>
    largestDifference(
      runAll(plannedOperations('denoise/normal', {}, analysisOf(noisyScene, noise)), noisyScene),
      noisyScene,
    )

  it('is expected to be stronger than white noise of the same finest scale', () => {
    expect(change(grey)).toBeGreaterThan(change({ ...grey, lumaNoiseByScale: [3, 1.5, 0.75] }))
  })

  it.each(['normal', 'strong', 'extreme'])(
    'denoise/%s leaves a whole picture whole where nothing is measured',
    (name) => {
      const none = { lumaNoiseByScale: [0, 0, 0], chromaNoiseByScale: [0, 0, 0] } as const
      const out = runAll(
        plannedOperations(`denoise/${name}`, { original_detail: 0.5 }, analysisOf(sharpScene, none)),
        sharpScene,
      )
      expect(psnr(out, sharpScene)).toBeGreaterThan(25)
    },
  )

  it('Normal does not touch a picture without noise', () => {
    const none = { lumaNoiseByScale: [0, 0, 0], chromaNoiseByScale: [0, 0, 0] } as const
    const out = runAll(plannedOperations('denoise/normal', {}, analysisOf(sharpScene, none)), sharpScene)
    expect(largestDifference(out, sharpScene)).toBeLessThan(1e-4)
  })
})

describe('restoration', () => {
  // DamageMask are as wide as in a scan of this size; in a small picture the same width is an eye.
  const pieceOfLargeScan = { x: 0, y: 0, pictureWidth: 1200, pictureHeight: 1200 }

  it('leaves pupils and nostrils alone: dark dots, and what is wide for the size of the picture', () => {
    const { width, height } = sharpScene
    const dot = (value: number) => {
      const g = Float32Array.from({ length: width * height }, () => 0.5)
      for (let y = 50; y < 55; y++) for (let x = 60; x < 65; x++) g[y * width + x] = value
      return { width, height, r: g, g: g.slice(), b: g.slice() }
    }
    for (const picture of [dot(0.1), dot(0.95)]) {
      const out = repairScratches({ noiseSigma: 1 }).run(picture, wholePlace(picture))
      expect(largestDifference(out, picture)).toBe(0)
    }
    const speck = repairScratches({ noiseSigma: 1 }).run(dot(0.95), pieceOfLargeScan)
    expect(speck.g[52 * width + 62]).toBeCloseTo(0.5, 2)
  })

  it('removes damage, and stays away when the "damage" is the picture', () => {
    const { picture } = scratchPicture(sharpScene, 5)
    const repaired = runAll(
      plannedOperations('restore/dust-scratch', {}, analysisOf(picture, { scratchFraction: 0.03 })),
      picture,
      pieceOfLargeScan,
    )
    const abstained = runAll(
      plannedOperations('restore/dust-scratch', {}, analysisOf(picture, { scratchFraction: 0.2 })),
      picture,
    )
    expect(psnr(repaired, sharpScene) - psnr(picture, sharpScene)).toBeGreaterThan(3)
    expect(psnr(abstained, picture)).toBeGreaterThan(psnr(repaired, picture) + 10)
  })
})

describe('lighting', () => {
  const linearMean = (samples: Float32Array) => meanOf(samples.map(toLinear))
  const adjust = (params: ParameterValues, picture: Planes = sharpScene) =>
    runAll(plannedOperations('lighting/adjust', params, analysisOf(picture)), picture)
  const neutral = { exposure: 1, highlight: 1, shadow: 1, color_correction: false }

  it('neutral values without colour correction are the identity', () => {
    expect(largestDifference(adjust(neutral), sharpScene)).toBeLessThan(0.5 / 255)
  })

  it.each(['exposure', 'highlight', 'shadow'] as const)('%s brightens step by step', (key) => {
    const values = [0, 0.5, 1, 1.5, 2].map((value) => linearMean(adjust({ ...neutral, [key]: value }).g))
    expectRising(values)
  })

  it('exposure 2 is 1.5 stops of light where there is room, and nothing clips', () => {
    const dark = {
      ...sharpScene,
      r: sharpScene.r.map((v) => v / 4),
      g: sharpScene.g.map((v) => v / 4),
      b: sharpScene.b.map((v) => v / 4),
    }
    const out = adjust({ ...neutral, exposure: 2 }, dark)
    expect(linearMean(out.g) / linearMean(dark.g)).toBeCloseTo(2 ** 1.5, 1)
    expect(adjust({ ...neutral, exposure: 2 }).r.every((v) => v <= 1.0001)).toBe(true)
  })

  it('highlight moves bright parts and shadow dark parts', () => {
    const change = (params: ParameterValues, wanted: (luma: number) => boolean) => {
      const out = adjust({ ...neutral, ...params }, ramp)
      const picked = [...ramp.g.keys()].filter((i) => wanted(ramp.g[i]!))
      return picked.reduce((sum, i) => sum + Math.abs(out.g[i]! - ramp.g[i]!), 0) / picked.length
    }
    const bright = (luma: number) => luma > 0.75
    const dark = (luma: number) => luma < 0.25
    expect(change({ highlight: 0 }, bright)).toBeGreaterThan(10 * change({ highlight: 0 }, dark))
    expect(change({ shadow: 2 }, dark)).toBeGreaterThan(10 * change({ shadow: 2 }, bright))
  })

  it('colour correction takes away part of a cast', () => {
    const analysis = analysisOf(sharpScene, { illuminant: [1.3, 1, 0.7] })
    const out = runAll(
      plannedOperations('lighting/adjust', { ...neutral, color_correction: true }, analysis),
      sharpScene,
    )
    expect(meanOf(out.b) - meanOf(out.r)).toBeGreaterThan(meanOf(sharpScene.b) - meanOf(sharpScene.r))
  })

  it('temperature warms step by step; its middle leaves a neutral picture alone', () => {
    const balance = (params: ParameterValues) =>
      runAll(plannedOperations('lighting/white-balance', params, analysisOf(sharpScene)), sharpScene)
    expectRising(
      [0.01, 0.25, 0.5, 0.75, 1].map((temperature) => {
        const out = balance({ temperature })
        return meanOf(out.r) - meanOf(out.b)
      }),
    )
    expect(largestDifference(balance({ temperature: 0.5 }), sharpScene)).toBeLessThan(0.5 / 255)
  })

  it('opacity mixes step by step', () => {
    const analysis = analysisOf(sharpScene, { illuminant: [1.3, 1, 0.7] })
    const away = [0.01, 0.3, 0.6, 1].map((opacity) =>
      largestDifference(
        runAll(plannedOperations('lighting/white-balance', { opacity }, analysis), sharpScene),
        sharpScene,
      ),
    )
    expectRising(away)
  })
})

const rampSamples = Float32Array.from({ length: 160 * 40 }, (_, i) => 0.02 + (0.96 * (i % 160)) / 159)
const ramp: Planes = { width: 160, height: 40, r: rampSamples, g: rampSamples.slice(), b: rampSamples.slice() }
