// The hue of lamps is that of sepia and cyanotypes; a picture of one other hue keeps its colour, and between the hues nothing jumps.
import { expect, it } from 'vitest'
import { lumaOf } from '../image/opponent.ts'
import type { Planes } from '../image/planes.ts'
import { scene } from '../testing/test-pictures.ts'
import { estimateIlluminant } from './illuminant.ts'
import { lightOfPrint } from './light-of-print.ts'
import { estimateNeutrals, trustedLight } from './neutrals.ts'

type Tint = readonly [number, number, number]

const photo = scene(60, 45)
const luma = lumaOf(photo)
const toned = ([red, green, blue]: Tint): Planes => {
  const of = (most: number) => luma.map((value) => most * value)
  return { ...photo, r: of(red), g: of(green), b: of(blue) }
}

function lightsOf(tint: Tint) {
  const print = toned(tint)
  const neutrals = estimateNeutrals(print)
  const measured = trustedLight(estimateIlluminant(print), neutrals)
  return { measured, light: lightOfPrint(measured, print, neutrals, 1) }
}

it.each<[string, Tint]>([
  ['green', [0.35, 0.6, 0.35]],
  ['green, a little less blue', [0.35, 0.6, 0.345]],
  ['green, a little more blue', [0.35, 0.6, 0.355]],
  ['a leaf', [0.35, 0.6, 0.2]],
  ['magenta', [0.6, 0.35, 0.58]],
])('%s is no print, and its light is the measured one', (_, tint) => {
  const { measured, light } = lightsOf(tint)
  expect(light).toEqual(measured)
})

it.each<[string, Tint]>([
  ['sepia', [0.62, 0.5, 0.22]],
  ['a cyanotype', [0.2, 0.4, 0.6]],
])('%s keeps its hue: as much of green to red as of red to blue', (_, tint) => {
  const { light } = lightsOf(tint)
  const [red, , blue] = tint.map((part) => Math.log(part / tint[1]))
  expect(Math.log(light[0]) / Math.log(light[2])).toBeCloseTo(red! / blue!, 0)
})

/** A colour circle, in steps of three degrees. */
const HUES = Array.from({ length: 121 }, (_, i) => (i * Math.PI) / 60)
const hued = (angle: number): Tint =>
  [0, 1, 2].map((channel) => 0.4 + 0.2 * Math.cos(angle - (channel * 2 * Math.PI) / 3)) as [number, number, number]

it('what is taken changes little from one hue to the next', () => {
  const changes = HUES.map((angle) => {
    const { measured, light } = lightsOf(hued(angle))
    return [0, 2].map((channel) => Math.log(light[channel]! / measured[channel]!))
  })
  const jumps = changes
    .slice(1)
    .map((next, i) => Math.max(...next.map((value, c) => Math.abs(value - changes[i]![c]!))))
  expect(Math.max(...jumps)).toBeLessThan(0.2)
})
