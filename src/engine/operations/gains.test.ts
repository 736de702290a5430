// Each repair gains over its own damage on a small made-up scene; the real gates are in bench/engine-quality.ts.
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { Planes } from '../image/planes.ts'
import { discKernel, gaussianKernel, lineKernel } from '../signal/blur-kernel.ts'
import { toSeparable } from '../signal/separable.ts'
import { addNoise, blurPicture, psnr, psnrLuma, scratchPicture } from '../testing/synthetic-damage.ts'
import { scene, wholePlace } from '../testing/test-pictures.ts'
import { deblock } from './deblock.ts'
import { deblur } from './deblur.ts'
import { denoise } from './denoise.ts'
import { repairScratches } from './repair-scratches.ts'

const truth = scene(256, 224)
const place = wholePlace(truth)

async function throughJpeg(picture: Planes, quality: number): Promise<Planes> {
  const { width, height, r, g, b } = picture
  const data = Buffer.from(Array.from(r, (value, i) => [value, g[i]!, b[i]!].map((v) => Math.round(255 * v))).flat())
  const file = await sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality })
    .toBuffer()
  const raw = await sharp(file).raw().toBuffer()
  const channel = (c: number) => Float32Array.from(r, (_, i) => raw[3 * i + c]! / 255)
  return { width, height, r: channel(0), g: channel(1), b: channel(2) }
}

describe('denoise', () => {
  it.each([
    [15, 5],
    [25, 7.5],
    [50, 9.5],
  ])('removes colour noise of σ %d by more than %d dB', (sigma, gate) => {
    const noisy = addNoise(truth, sigma, sigma)
    const clean = denoise({ lumaSigma: sigma, chromaSigma: sigma, keepDetail: 0 }).run(noisy, place)
    expect(psnr(clean, truth) - psnr(noisy, truth)).toBeGreaterThan(gate)
  })

  it('leaves a picture without noise as it is', () => {
    const out = denoise({ lumaSigma: 0, chromaSigma: 0, keepDetail: 0 }).run(truth, place)
    expect(psnr(out, truth)).toBeGreaterThan(90)
  })
})

describe('deblock', () => {
  it('gains at JPEG quality 10', async () => {
    const damaged = await throughJpeg(truth, 10)
    const out = deblock({ quality: 10 }).run(damaged, place)
    expect(psnrLuma(out, truth) - psnrLuma(damaged, truth)).toBeGreaterThan(0.05)
  })

  it('does not lose where damage is mild', async () => {
    const damaged = await throughJpeg(truth, 91)
    const out = deblock({ quality: 91 }).run(damaged, place)
    expect(psnrLuma(out, truth) - psnrLuma(damaged, truth)).toBeGreaterThan(0)
  })

  it('does nothing at quality 100', () => {
    expect(deblock({ quality: 100 }).run(truth, place)).toBe(truth)
  })
})

describe('deblur', () => {
  it.each([
    ['Gaussian σ 1.6', gaussianKernel(1.6)],
    ['disc of radius 3', discKernel(3)],
    ['line of 9 px', lineKernel(0.5, 9)],
  ])('gains more than 1 dB against a known blur with one percent of noise: %s', (_name, blur) => {
    const damaged = addNoise(blurPicture(truth, toSeparable(blur)), 2.55, 3)
    const out = deblur({ blur, noiseSigma: 2.55 }).run(damaged, place)
    expect(psnrLuma(out, truth) - psnrLuma(damaged, truth)).toBeGreaterThan(1)
  })

  it('does not ring: no value leaves the leash around the input', () => {
    const step: Planes = scene(96, 96)
    step.g.forEach((_, i) => {
      const value = i % 96 < 48 ? 0.2 : 0.8
      step.r[i] = value
      step.g[i] = value
      step.b[i] = value
    })
    const soft = blurPicture(step, toSeparable(gaussianKernel(2)))
    const out = deblur({ blur: gaussianKernel(2), noiseSigma: 1 }).run(soft, wholePlace(step))
    for (const row of [20, 48, 70])
      for (let x = 0; x < 96; x++)
        if (Math.abs(x - 48) > 14) expect(out.g[row * 96 + x]).toBeCloseTo(soft.g[row * 96 + x]!, 2)
  })
})

describe('repair of scratches', () => {
  it('brings a scratched picture closer to the sound one and leaves the rest alone', () => {
    const { picture, truth: damage } = scratchPicture(truth, 4)
    const out = repairScratches({ noiseSigma: 1 }).run(picture, place)
    expect(psnr(out, truth) - psnr(picture, truth)).toBeGreaterThan(4)
    const changed = out.g.reduce((sum, value, i) => sum + (value !== picture.g[i] ? 1 : 0), 0)
    expect(changed / out.g.length).toBeLessThan(3 * (damage.reduce((a, b) => a + b, 0) / damage.length) + 0.01)
  })
})
