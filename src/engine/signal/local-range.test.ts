// The kernel against a look at every sample of every window: the same bits.
import { expect, it } from 'vitest'
import { hashNoise } from '../enhance/hash-noise.ts'
import { localRange } from './local-range.ts'

it.each([
  [17, 9, 1],
  [8, 13, 3],
  [5, 4, 6],
  [1, 1, 2],
  [130, 6, 7],
])('%i × %i samples, %i around each', (width, height, radius) => {
  const samples = Float32Array.from({ length: width * height }, (_, i) => hashNoise(3, i, radius, 0))
  const { low, high } = localRange(samples, width, height, radius)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const window: number[] = []
      for (let v = Math.max(0, y - radius); v <= Math.min(height - 1, y + radius); v++)
        for (let u = Math.max(0, x - radius); u <= Math.min(width - 1, x + radius); u++)
          window.push(samples[v * width + u]!)
      expect([low[y * width + x], high[y * width + x]]).toEqual([Math.min(...window), Math.max(...window)])
    }
})
