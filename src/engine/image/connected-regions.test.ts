import { expect, it } from 'vitest'
import { connectedRegions } from './connected-regions.ts'

it('joins pixels that touch at an edge or a corner, and nothing across the ends of rows', () => {
  const map = Uint8Array.from([0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1])
  const regions = connectedRegions(map, { width: 4, height: 4 })
  expect(regions.map((pixels) => pixels.toSorted((a, b) => a - b))).toEqual([[3], [4, 9], [15]])
})
