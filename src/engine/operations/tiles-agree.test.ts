// Every operation gives the same values in a tile as in the whole picture, bit for bit, `haloPx` inside the tile's edges:
// this is what makes seams impossible (engine study §2.3).
import { describe, expect, it } from 'vitest'
import { discKernel, gaussianKernel, lineKernel } from '../signal/blur-kernel.ts'
import { addNoise, scratchPicture } from '../testing/synthetic-damage.ts'
import { largestDifference, scene, tileDifference, wholePlace } from '../testing/test-pictures.ts'
import { adjustLight } from './adjust-light.ts'
import { deblock } from './deblock.ts'
import { deblur } from './deblur.ts'
import { deblurByMap } from './deblur-by-map.ts'
import { denoise } from './denoise.ts'
import { makeLightMap } from './light-map.ts'
import { repairScratches } from './repair-scratches.ts'
import { seededTexture } from './seeded-texture.ts'
import { sharpenEdges } from './sharpen-edges.ts'
import type { TileOperation } from './tile-operation.ts'

const picture = scratchPicture(addNoise(scene(420, 380), 6, 1), 2).picture
const BY_MAP = {
  noiseSigma: 3,
  floor: { first: 0, second: 0 },
  fromSigma: 0,
  fullSigma: 0.5,
  boost: 1,
  amount: 1,
  regularity: 1,
  maxGain: 3,
}
const operations: Readonly<Record<string, TileOperation>> = {
  denoise: denoise({ lumaSigma: 12, chromaSigma: 14, keepDetail: 0.4 }),
  deblock: deblock({ quality: 20 }),
  'deblock, mild': deblock({ quality: 93 }),
  'deblur, Gaussian': deblur({ blur: gaussianKernel(1.6), noiseSigma: 4 }),
  'deblur, disc': deblur({ blur: discKernel(3.3), noiseSigma: 4, step: 3 }),
  'deblur, line': deblur({ blur: lineKernel(0.6, 9), noiseSigma: 4 }),
  'deblur by map': deblurByMap(BY_MAP),
  'deblur by map of places': deblurByMap({
    ...BY_MAP,
    places: [
      { x: 100, y: 90, sigmaPx: 1.6, trust: 1 },
      { x: 300, y: 250, sigmaPx: 0.9, trust: 0.4 },
      { x: 60, y: 320, sigmaPx: 0, trust: 0 },
    ],
  }),
  'sharpen edges': sharpenEdges({ amount: 1.3, radius: 1.2 }),
  'seeded texture': seededTexture({ seed: 9, amount: 1, grainPx: 0.8 }),
  'repair scratches': repairScratches({ noiseSigma: 3 }),
  'adjust light': adjustLight({
    exposureStops: 0.4,
    highlightStops: -0.5,
    shadowStops: 0.8,
    map: makeLightMap(scene(105, 95)),
    stretch: { low: 0.05, high: 0.9 },
    keptTint: 0.5,
  }),
}

describe('a tile gives the values of the whole picture inside its halo', () => {
  it.each(Object.entries(operations))('%s', (_name, operation) => {
    // Odd origins and sizes, so that no grid falls together by luck.
    const tile = { x: 37, y: 21, width: 2 * operation.haloPx + 41, height: 2 * operation.haloPx + 35 }
    expect(tile.x + tile.width).toBeLessThanOrEqual(picture.width)
    expect(tile.y + tile.height).toBeLessThanOrEqual(picture.height)
    expect(tileDifference(operation, picture, tile)).toBe(0)
  })
})

describe('an operation run twice gives the same values', () => {
  it.each(Object.entries(operations))('%s', (_name, operation) => {
    const small = scene(96, 80)
    const first = operation.run(small, wholePlace(small))
    expect(largestDifference(first, operation.run(small, wholePlace(small)))).toBe(0)
    expect(first.r.every(Number.isFinite)).toBe(true)
  })
})
