// What is bright on purpose stays bright; what has faded gets its contrast back.
import { describe, expect, it } from 'vitest'
import { createRaster, type Raster } from '../image/raster.ts'
import { runModel } from '../testing/run-model.ts'

const [WIDTH, HEIGHT] = [240, 180]

function drawn(levelAt: (x: number, y: number, channel: number) => number): Raster {
  const raster = createRaster(WIDTH, HEIGHT, 3, 8)
  for (let i = 0; i < raster.data.length; i++) {
    const pixel = Math.floor(i / 3)
    raster.data[i] = levelAt(pixel % WIDTH, Math.floor(pixel / WIDTH), i % 3)
  }
  return raster
}

const levelsOf = ({ data }: Raster): number[] => Array.from(data)
const mean = (raster: Raster): number => levelsOf(raster).reduce((sum, level) => sum + level, 0) / raster.data.length
const range = (raster: Raster): number => {
  const sorted = levelsOf(raster).sort((a, b) => a - b)
  return sorted.at(-1)! - sorted[0]!
}
const adjusted = (source: Raster) =>
  runModel(source, { modelKey: 'lighting/adjust', params: {}, tier: 'classical', jpegQuality: 95 })

const sky = drawn((_, y, c) => [110, 150, 205][c]! + (y * [120, 90, 40][c]!) / HEIGHT)
/** Pale wires before a wall in the shade. */
const wires = drawn((x, y, c) => (Math.abs((x % 60) - y / 3) < 2 ? 170 : [212, 222, 240][c]! + (x * 8) / WIDTH))

describe('Light Adjust by itself', () => {
  it.each([
    ['a sky', sky],
    ['pale wires before a wall', wires],
  ])('leaves %s as bright as it is', async (_, bright) => {
    expect(Math.abs(mean(await adjusted(bright)) - mean(bright))).toBeLessThan(6)
  })

  it('gives a faded print its contrast back', async () => {
    const faded = drawn((x, y) => 90 + 60 * Math.sin(x / 9) ** 2 + (30 * y) / HEIGHT)
    expect(range(await adjusted(faded))).toBeGreaterThan(1.3 * range(faded))
  })
})
