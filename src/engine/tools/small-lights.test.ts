// An LED wall in a dark hall stays as bright as it is, and the hall as dark; the same hall without a light is lifted.
import { describe, expect, it } from 'vitest'
import { createRaster, type Raster } from '../image/raster.ts'
import { runModel } from '../testing/run-model.ts'
import { meanDifference } from '../testing/run-plan.ts'
import { smallLights } from './small-lights.ts'

const [WIDTH, HEIGHT] = [240, 180]
const DOT_PX = 8
const BLUE = [70, 90, 255]
const HALL = [22, 18, 24]

/** Dots of light in rows, of this part of their brightness, on a wall that fills a third of a dark hall. */
function hall(light: number): Raster {
  const raster = createRaster(WIDTH, HEIGHT, 3, 8)
  for (let i = 0; i < raster.data.length; i++) {
    const [x, y, channel] = [Math.floor(i / 3) % WIDTH, Math.floor(i / 3 / WIDTH), i % 3]
    const isWall = x > 60 && x < 180 && y > 30 && y < 120
    const away = Math.hypot((x % DOT_PX) - 3.5, (y % DOT_PX) - 3.5)
    const dot = isWall ? light * BLUE[channel]! * Math.exp(-((away / 2.2) ** 2)) : 0
    raster.data[i] = Math.min(255, Math.round(HALL[channel]! * (0.7 + 0.5 * Math.sin(x / 17 + y / 11)) + dot))
  }
  return raster
}

const adjusted = (source: Raster) => runModel(source, { modelKey: 'lighting/adjust', params: {}, tier: 'classical' })
describe('Light Adjust by itself', () => {
  it('leaves a wall of lights and the dark around it as they are', async () => {
    const lit = hall(1)
    expect(meanDifference(await adjusted(lit), lit)).toBeLessThan(2)
  })

  it('lifts the same hall where nothing in it shines', async () => {
    const unlit = hall(0.3)
    expect(meanDifference(await adjusted(unlit), unlit)).toBeGreaterThan(15)
  })
})

it('a bright ground, or a picture without lights, is no night', () => {
  const night = { low: 0, median: 0.06, bright: 0.15, high: 0.5, peak: 0.8, channelPeak: 0.95 }
  expect(smallLights(night)).toBe(1)
  expect(smallLights({ ...night, channelPeak: 0.6 })).toBe(0)
  expect(smallLights({ ...night, bright: 0.5 })).toBe(0)
})
