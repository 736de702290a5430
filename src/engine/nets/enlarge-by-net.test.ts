// The shipped net: better than what needs no weights, exact in tiles, the same on every run. Quality on real pictures is
// measured by bench/engine-enlarge.ts.
import { beforeAll, describe, expect, it } from 'vitest'
import { FAITHFUL } from '../enlarge/enlarge-settings.ts'
import { createRaster, type Raster } from '../image/raster.ts'
import { enlargeWhole } from '../testing/enlarge-whole.ts'
import { psnrY, resizeBicubic } from '../testing/picture-quality.ts'
import { syntheticRaster } from '../testing/synthetic-picture.ts'
import type { EnlargeNet } from './enlarge-net.ts'
import { openNet } from './open-net.ts'

const BY_NET = { ...FAITHFUL, net: 'sr2' } as const
const DIRECT = { ...FAITHFUL, net: 'sr4' } as const
// Shrunk from larger, as a camera sees: edges of single pixels without steps between are not what the net was trained for.
const truth = resizeBicubic(syntheticRaster(1024, 768), { width: 256, height: 192 })
const half = resizeBicubic(truth, { width: 128, height: 96 })
const quarter = resizeBicubic(truth, { width: 64, height: 48 })
let net: EnlargeNet
let direct: EnlargeNet

beforeAll(async () => {
  net = await openNet('sr2', 1)
  direct = await openNet('sr4', 1)
})

describe('the enlarging net', () => {
  it.each([
    ['×2', half],
    ['×4', quarter],
  ])('is nearer to the truth than the classical steps, %s', async (_factor, source) => {
    const byNet = psnrY(await enlargeWhole(source, truth, BY_NET, net), truth, 4)
    const classical = psnrY(await enlargeWhole(source, truth, FAITHFUL), truth, 4)
    expect(classical).toBeGreaterThan(psnrY(resizeBicubic(source, truth), truth, 4))
    expect(byNet).toBeGreaterThan(classical)
  })

  it('is nearer by far than bicubic where one net enlarges ×4 at once', async () => {
    // Edges of two pixels: those of single pixels are lost in a quarter.
    const soft = resizeBicubic(syntheticRaster(128, 96), truth)
    const small = resizeBicubic(soft, quarter)
    const byNet = psnrY(await enlargeWhole(small, soft, DIRECT, direct), soft, 4)
    expect(byNet).toBeGreaterThan(psnrY(resizeBicubic(small, soft), soft, 4) + 3)
  })

  it.each([
    ['×4', { width: 256, height: 192 }],
    ['×2.7', { width: 173, height: 130 }],
  ])('gives the bits of the whole picture in tiles, ×4 at once, %s', async (_factor, size) => {
    const whole = await enlargeWhole(quarter, size, DIRECT, direct, 2048)
    const tiles = await enlargeWhole(quarter, size, DIRECT, direct, 61)
    expect(Buffer.compare(Buffer.from(whole.data), Buffer.from(tiles.data))).toBe(0)
  })

  it.each([
    ['×2', { width: 256, height: 192 }],
    ['×1.63', { width: 209, height: 156 }],
    ['×3.3', { width: 422, height: 317 }],
  ])('gives the bits of the whole picture in tiles of any size, %s', async (_factor, size) => {
    const whole = await enlargeWhole(half, size, BY_NET, net, 2048)
    const tiles = await enlargeWhole(half, size, BY_NET, net, 61)
    expect(Buffer.compare(Buffer.from(whole.data), Buffer.from(tiles.data))).toBe(0)
  })

  it('does so with a smoothing after the net too', async () => {
    const size = { width: 309, height: 232 }
    const smoothed = { ...BY_NET, finalSmoothing: true }
    const whole = await enlargeWhole(half, size, smoothed, net, 2048)
    const tiles = await enlargeWhole(half, size, smoothed, net, 61)
    expect(Buffer.compare(Buffer.from(whole.data), Buffer.from(tiles.data))).toBe(0)
    expect(psnrY(whole, await enlargeWhole(half, size, BY_NET, net), 4)).toBeLessThan(60)
  })

  it('self-ensemble: a picture upside down comes out as the same, and nearer to the truth than in a single pass', async () => {
    const upsideDown = (raster: Raster): Raster => {
      const turned = createRaster(raster.width, raster.height, 3, 8)
      const last = raster.data.length - 3
      for (let i = 0; i <= last; i++) turned.data[i] = raster.data[last - i + 2 * (i % 3)]!
      return turned
    }
    const selfEnsemble = await openNet('sr2', 1, undefined, { selfEnsemble: true })
    const upright = await enlargeWhole(half, truth, BY_NET, selfEnsemble)
    expect(
      psnrY(upsideDown(await enlargeWhole(upsideDown(half), truth, BY_NET, selfEnsemble)), upright, 0),
    ).toBeGreaterThan(50)
    const byOne = await enlargeWhole(half, truth, BY_NET, net)
    expect(psnrY(upright, truth, 4)).toBeGreaterThan(psnrY(byOne, truth, 4) + 0.02)
  })

  it('gives the same bits with two threads, and with a reopened net', async () => {
    const first = await enlargeWhole(half, truth, BY_NET, net)
    const second = await enlargeWhole(half, truth, BY_NET, await openNet('sr2', 2))
    expect(Buffer.compare(Buffer.from(first.data), Buffer.from(second.data))).toBe(0)
  })

  it('keeps a flat picture flat, up to its border', async () => {
    const flat = createRaster(40, 30, 3, 8)
    flat.data.fill(180)
    const { data } = await enlargeWhole(flat, { width: 80, height: 60 }, BY_NET, net)
    for (const value of data) expect(Math.abs(value - 180)).toBeLessThanOrEqual(1)
  })
})
