// The kernel against plain loops in double precision.
import { describe, expect, it } from 'vitest'
import { hashNoise } from '../enhance/hash-noise.ts'
import { createStoredPlane, cutPlane, pastePlane } from '../resample/stored-plane.ts'
import { smoothAlongEdges } from './smooth-along-edges.ts'
import { warpEdges } from './warp-edges.ts'

const [WIDTH, HEIGHT] = [61, 47]
const CORE = { x: 7, y: 5, width: 37, height: 21 }
const FACTOR = 2
const WHOLE = { x: 0, y: 0, width: WIDTH, height: HEIGHT }

function planeOf(value: (x: number, y: number) => number) {
  const plane = createStoredPlane(WHOLE)
  const samples = Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) => value(i % WIDTH, Math.floor(i / WIDTH)))
  pastePlane(plane, samples, WHOLE)
  return plane
}

/** Slanted stripes with grain: clear edges, weak ones and none. */
const stripes = planeOf((x, y) => {
  const wave = Math.sin((x + 0.6 * y) / 3) * Math.min(1, x / 30)
  return 0.5 + 0.3 * wave + 0.02 * hashNoise(1, x, y, 0)
})

const at = (field: readonly number[], x: number, y: number) => field[y * WIDTH + x]!
const everywhere = (value: (x: number, y: number) => number): number[] =>
  Array.from({ length: WIDTH * HEIGHT }, (_, i) => {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)]
    const isRim = x === 0 || y === 0 || x === WIDTH - 1 || y === HEIGHT - 1
    return isRim ? 0 : value(x, y)
  })

/** Right where the window does not reach beyond the plane, which holds in the core. */
function blurred(field: readonly number[], sigma: number): number[] {
  const radius = Math.ceil(3 * sigma)
  const weight = (d: number) => Math.exp(-(d * d) / (2 * sigma * sigma))
  return everywhere((x, y) => {
    let [sum, weights] = [0, 0]
    for (let v = -radius; v <= radius; v++)
      for (let u = -radius; u <= radius; u++) {
        weights += weight(u) * weight(v)
        sum += weight(u) * weight(v) * (field[(y + v) * WIDTH + x + u] ?? 0)
      }
    return sum / weights
  })
}

const source = [...cutPlane(stripes, WHOLE)]
const across = everywhere((x, y) => (at(source, x + 1, y) - at(source, x - 1, y)) / 2)
const down = everywhere((x, y) => (at(source, x, y + 1) - at(source, x, y - 1)) / 2)

const cubic = (f: number) => [
  -0.5 * f + f ** 2 - 0.5 * f ** 3,
  1 - 2.5 * f ** 2 + 1.5 * f ** 3,
  0.5 * f + 2 * f ** 2 - 1.5 * f ** 3,
  -0.5 * f ** 2 + 0.5 * f ** 3,
]

function between(x: number, y: number): number {
  const [x0, y0] = [Math.floor(x), Math.floor(y)]
  const [wx, wy] = [cubic(x - x0), cubic(y - y0)]
  let sum = 0
  for (let v = 0; v < 4; v++) for (let u = 0; u < 4; u++) sum += wy[v]! * wx[u]! * at(source, x0 + u - 1, y0 + v - 1)
  return sum
}

const expected = (value: (x: number, y: number) => number) =>
  Array.from({ length: CORE.width * CORE.height }, (_, i) =>
    value(CORE.x + (i % CORE.width), CORE.y + Math.floor(i / CORE.width)),
  )

function farthestApart(a: Float32Array, b: readonly number[]): number {
  expect(a.length).toBe(b.length)
  return a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i]!)), 0)
}

const unchanged = expected((x, y) => at(source, x, y))

describe('a tile in the kernel', () => {
  it('averages along the direction of the edges', () => {
    const [strength, window] = [0.8, 1.3]
    const tensor = [across.map((gx) => gx * gx), across.map((gx, i) => gx * down[i]!), down.map((gy) => gy * gy)].map(
      (field) => blurred(field, window),
    )
    const truth = expected((x, y) => {
      const [a, b, c] = tensor.map((field) => at(field, x, y)) as [number, number, number]
      const length = Math.hypot(a - c, 2 * b)
      const weight = strength * (length / (a + c + 8 / 255 ** 2)) ** 2
      if (weight < 1e-3) return at(source, x, y)
      // Half the angle of the gradient's direction, turned by 90°.
      const angle = Math.atan2(2 * b, a - c) / 2 + Math.PI / 2
      const [du, dv] = [window * Math.cos(angle), window * Math.sin(angle)]
      const mean = (between(x + du, y + dv) + between(x - du, y - dv)) / 2
      return at(source, x, y) + weight * (mean - at(source, x, y))
    })
    const smooth = smoothAlongEdges(stripes, CORE, window, strength)
    expect(farthestApart(smooth, truth)).toBeLessThan(1e-4)
    expect(farthestApart(smooth, unchanged)).toBeGreaterThan(0.01)
  })

  it('moves samples down the slope of the strength, no farther than the limit', () => {
    const strength = blurred(
      across.map((gx, i) => Math.hypot(gx, down[i]!)),
      0.5 * FACTOR,
    )
    const amount = 0.5
    const farthest = 0.4 * FACTOR
    const truth = expected((x, y) => {
      const scale = (-amount * FACTOR) / (2 * (at(strength, x, y) + 4 / 255))
      const du = (at(strength, x + 1, y) - at(strength, x - 1, y)) * scale
      const dv = (at(strength, x, y + 1) - at(strength, x, y - 1)) * scale
      const move = Math.hypot(du, dv)
      const part = Math.min(1, farthest / move)
      return move < 1e-3 ? at(source, x, y) : between(x + du * part, y + dv * part)
    })
    const warped = warpEdges(stripes, CORE, FACTOR, amount)
    expect(farthestApart(warped, truth)).toBeLessThan(1e-4)
    expect(farthestApart(warped, unchanged)).toBeGreaterThan(0.01)
  })

  it('leaves a plane without edges to the bit', () => {
    const even = planeOf(() => 0.3)
    const same = [...cutPlane(even, CORE)]
    expect([...smoothAlongEdges(even, CORE, 2, 1)]).toEqual(same)
    expect([...warpEdges(even, CORE, FACTOR, 1)]).toEqual(same)
  })

  it('gives a sample the same bits in every tile, whatever was computed before', () => {
    const whole = { smooth: smoothAlongEdges(stripes, CORE, 1.3, 1), warp: warpEdges(stripes, CORE, FACTOR, 0.5) }
    const large = planeOf((x, y) => hashNoise(2, x, y, 0))
    smoothAlongEdges(large, WHOLE, 4, 1)
    const part = { x: CORE.x + 3, y: CORE.y + 2, width: 11, height: 6 }
    const cut = (values: Float32Array) =>
      Array.from(
        { length: part.width * part.height },
        (_, i) => values[(2 + Math.floor(i / part.width)) * CORE.width + 3 + (i % part.width)],
      )
    expect([...smoothAlongEdges(stripes, part, 1.3, 1)]).toEqual(cut(whole.smooth))
    expect([...warpEdges(stripes, part, FACTOR, 0.5)]).toEqual(cut(whole.warp))
  })
})
