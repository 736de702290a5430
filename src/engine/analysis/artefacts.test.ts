import { describe, expect, it } from 'vitest'
import type { Planes } from '../image/planes.ts'
import { addNoise } from '../testing/synthetic-damage.ts'
import { scene } from '../testing/test-pictures.ts'
import { clippedShare, grainOfFlats, greyOfWhites, overdrawnShare, tintOfNeutrals } from './artefacts.ts'
import { lumaTaken, residualOf } from './residual.ts'

const picture = scene(160, 128)
const each = (planes: Planes, change: (value: number, i: number) => number): Planes => ({
  ...planes,
  r: planes.r.map(change),
  g: planes.g.map(change),
  b: planes.b.map(change),
})
const grey = each(picture, (_, i) => 0.5 + 0.3 * ((i % 160) / 160))

it('a picture that stays has no artefacts', () => {
  const same = [{ before: picture, after: picture }]
  expect(overdrawnShare(same)).toBe(0)
  expect(grainOfFlats(same).after).toBe(grainOfFlats(same).before)
  expect(clippedShare(picture, picture)).toBe(0)
  expect(residualOf(same.map(lumaTaken)).levels).toBe(0)
})

it('rims beside edges are found, and more contrast without rims is none', () => {
  const rims = each(picture, (value, i) => value + (i % 40 === 0 ? 0.3 : 0))
  expect(overdrawnShare([{ before: picture, after: rims }])).toBeGreaterThan(0.02)
})

it('grain in flat places is measured in levels', () => {
  const { before, after } = grainOfFlats([{ before: grey, after: addNoise(grey, 6, 4) }])
  expect(before).toBeLessThan(2)
  expect(after).toBeGreaterThan(3.5)
})

it('a tint on what was grey is measured in levels, on what had a colour it is none', () => {
  const tint = (planes: Planes): Planes => ({ ...planes, b: planes.b.map((value) => value - 20 / 255) })
  expect(tintOfNeutrals(grey, tint(grey))).toMatchObject({ share: expect.closeTo(2 / 3, 1) })
  expect(tintOfNeutrals(grey, tint(grey)).levels).toBeCloseTo(20, 3)
  const red = { ...grey, b: grey.b.map((value) => value / 2) }
  expect(tintOfNeutrals(red, tint(red)).share).toBe(0)
})

it('white that became grey is measured in levels, and white that stays is none', () => {
  const white = each(picture, (value, i) => (i % 160 < 40 ? 0.98 : 0.7 * value))
  const lowered = each(white, (value) => 0.9 * value)
  expect(greyOfWhites(white, lowered)).toMatchObject({ share: 0.25, levels: expect.closeTo(25, 0) })
  expect(greyOfWhites(white, white).levels).toBe(0)
})

it('tones that ran into white or black are counted once', () => {
  expect(
    clippedShare(
      grey,
      each(grey, (value) => 2 * value),
    ),
  ).toBeGreaterThan(0.9)
  expect(
    clippedShare(
      grey,
      each(grey, () => 0),
    ),
  ).toBe(1)
})

describe('what was taken away', () => {
  it('is measured in levels, and white noise has neighbours of its own', () => {
    const { levels, neighbours, spikes } = residualOf([lumaTaken({ before: addNoise(picture, 5, 2), after: picture })])
    expect(levels).toBeCloseTo(5, 0)
    expect(Math.abs(neighbours)).toBeLessThan(0.05)
    expect(spikes).toBeGreaterThan(2.6)
    expect(spikes).toBeLessThan(3.3)
  })

  it('comes in spikes where it was strokes', () => {
    const strokes = each(picture, (value, i) => value + (i % 17 === 0 ? 0.1 : 0))
    expect(residualOf([lumaTaken({ before: strokes, after: picture })]).spikes).toBeGreaterThan(5)
  })
})
