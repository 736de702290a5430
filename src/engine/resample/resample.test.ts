import { describe, expect, it } from 'vitest'
import { pasteTile } from '../image/cut-tile.ts'
import { createRaster } from '../image/raster.ts'
import { tileGrid } from '../image/tile-grid.ts'
import { syntheticRaster } from '../testing/synthetic-picture.ts'
import type { KernelName } from './kernels.ts'
import { resampleAlpha } from './resample-alpha.ts'
import { resampleTile } from './resample-tile.ts'

const kernels: KernelName[] = ['bicubic', 'lanczos3']

function ramp(width: number) {
  const raster = createRaster(width, 4, 1, 16)
  for (let i = 0; i < raster.data.length; i++) raster.data[i] = 1000 * ((i % width) + 0.5)
  return raster
}

describe.each(kernels)('%s resampling', (kernel) => {
  it.each([
    [40, 97],
    [40, 80],
    [40, 23],
  ])('keeps centres: a ramp of %i samples stays the same ramp at %i', (from, to) => {
    const { r } = resampleTile(ramp(from), { width: to, height: 4 }, { x: 0, y: 0, width: to, height: 1 }, kernel)
    const inner = Math.ceil((8 * to) / from)
    for (let x = inner; x < to - inner; x++) {
      const expected = (1000 * (x + 0.5) * from) / to / 65535
      expect(Math.abs(r[x]! - expected)).toBeLessThan(kernel === 'bicubic' && to > from ? 2e-5 : 4e-4)
    }
  })

  it('gives the source back at factor 1', () => {
    const source = syntheticRaster(33, 21)
    const target = createRaster(33, 21, 3, 8)
    const rect = { x: 0, y: 0, width: 33, height: 21 }
    pasteTile(target, resampleTile(source, source, rect, kernel), rect, rect)
    expect(target.data).toEqual(source.data)
  })

  it('gives every tile the bits of the whole', () => {
    const source = syntheticRaster(61, 47)
    for (const size of [
      { width: 150, height: 116 },
      { width: 25, height: 19 },
    ]) {
      const whole = resampleTile(source, size, { x: 0, y: 0, ...size }, kernel)
      for (const rect of tileGrid(size.width, size.height, 17)) {
        const tile = resampleTile(source, size, rect, kernel)
        for (let y = 0; y < rect.height; y++) {
          const from = (rect.y + y) * size.width + rect.x
          expect(tile.g.slice(y * rect.width, (y + 1) * rect.width)).toEqual(whole.g.slice(from, from + rect.width))
        }
      }
    }
  })
})

it('averages when shrinking instead of picking pixels', () => {
  const source = createRaster(64, 64, 1, 8)
  for (let i = 0; i < source.data.length; i++) source.data[i] = (i + Math.floor(i / 64)) % 2 ? 255 : 0
  const { r } = resampleTile(source, { width: 16, height: 16 }, { x: 4, y: 4, width: 8, height: 8 }, 'lanczos3')
  for (const value of r) expect(Math.abs(value - 0.5)).toBeLessThan(0.01)
})

it('takes transparency through the same kernel, within its range', () => {
  const alpha = createRaster(20, 10, 1, 8)
  for (let i = 0; i < alpha.data.length; i++) alpha.data[i] = i % 20 < 10 ? 0 : 255
  const large = resampleAlpha(alpha, { width: 40, height: 20 })
  expect([large.width, large.height]).toEqual([40, 20])
  expect(large.data[5]).toBe(0)
  expect(large.data[35]).toBe(255)
  expect(large.data[19]! + large.data[20]!).toBe(255)
})
