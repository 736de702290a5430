// Where a blur lies is read piece by piece, and a sharp photograph shows none anywhere.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { cutTile } from '../image/cut-tile.ts'
import { lumaOf } from '../image/opponent.ts'
import type { Planes } from '../image/planes.ts'
import { placeMap } from '../operations/place-map.ts'
import { decodePicture } from '../picture/decode-picture.ts'
import { gaussianKernel } from '../signal/blur-kernel.ts'
import { toSeparable } from '../signal/separable.ts'
import { softOnTheRight } from '../testing/soft-on-the-right.ts'
import { addNoise, blurPicture } from '../testing/synthetic-damage.ts'
import { findSoftPlaces, softnessOf } from './soft-places.ts'

const { colour } = await decodePicture(readFileSync(new URL('../testing/kitten.webp', import.meta.url)))
const photo = cutTile(colour, { x: 0, y: 0, width: colour.width, height: colour.height })
const planeOf = (picture: Planes) => ({
  width: picture.width,
  height: picture.height,
  x: 0,
  y: 0,
  samples: lumaOf(picture),
})
const places = (picture: Planes) => findSoftPlaces([planeOf(picture)])

describe('the blur of each place', () => {
  it('is none in a sharp photograph, with noise or without', () => {
    for (const picture of [photo, addNoise(photo, 5, 3)])
      expect(places(picture).map(({ trust }) => trust)).toEqual(places(picture).map(() => 0))
  })

  it('is found where half of the photograph is soft, with about the right σ', () => {
    const soft = blurPicture(photo, toSeparable(gaussianKernel(1.6)))
    const found = places(softOnTheRight(photo, soft))
    const [left, right] = [0, 1].map((side) => found.filter(({ x }) => x > photo.width / 2 === (side === 1)))
    expect(left!.every(({ trust }) => trust < 0.2)).toBe(true)
    const told = right!.filter(({ trust }) => trust > 0.5)
    expect(told.length).toBeGreaterThanOrEqual(right!.length / 2)
    for (const { sigmaPx } of told) expect(Math.abs(sigmaPx - Math.hypot(1.6, 0.7))).toBeLessThan(0.4)
  })

  it('counts between places by their distance', () => {
    const plane = { ...planeOf(photo), samples: new Float32Array(photo.g.length) }
    const { trust, sigma } = placeMap(plane, [
      { x: 40, y: 40, sigmaPx: 2, trust: 1 },
      { x: photo.width - 40, y: 40, sigmaPx: 0, trust: 0 },
    ])
    const row = trust.subarray(40 * photo.width, 41 * photo.width)
    for (let x = 48; x < photo.width - 48; x++) expect(row[x]).toBeLessThanOrEqual(row[x - 1]!)
    expect(row[40]).toBeGreaterThan(0.8)
    expect(row[photo.width - 40]).toBeLessThan(0.2)
    expect(sigma[40 * photo.width + 40]).toBe(2)
  })
})

describe('softness over all places', () => {
  const read = (...read: readonly (readonly [sigmaPx: number, trust: number])[]) =>
    Array.from({ length: 36 }, (_, i) => ({ x: 96 * i, y: 96, sigmaPx: read[i]?.[0] ?? 0, trust: read[i]?.[1] ?? 0 }))

  it('is no blur where a far background is too wide to be undone and the rest is as soft as photographs are', () => {
    const daisies = read([3, 1], [3, 1], [0.9, 1], [0.9, 0.23], [0.9, 1], [0.9, 0.38], [3, 1])
    const { softShare, softSigma } = softnessOf(daisies)
    expect(softShare).toBeLessThan(0.1)
    expect(softSigma).toBeCloseTo(0.9, 5)
  })

  it('is the mean of what can be undone', () => {
    const half = read(...Array.from({ length: 18 }, () => [1.5, 1] as const))
    expect(softnessOf(half)).toEqual({ softShare: 0.5, softSigma: 1.5 })
  })
})
