// A picture whose subject missed the focus: the left half of one picture, the right half of another, passing over within a few pixels.
import type { Planes } from '../image/planes.ts'

const OVER_PX = 32

export function softOnTheRight(sharp: Planes, soft: Planes): Planes {
  const { width } = sharp
  const mix = (a: Float32Array, b: Float32Array) =>
    a.map((value, i) => {
      const part = Math.min(1, Math.max(0, ((i % width) - width / 2) / OVER_PX + 0.5))
      return (1 - part) * value + part * b[i]!
    })
  return { ...sharp, r: mix(sharp.r, soft.r), g: mix(sharp.g, soft.g), b: mix(sharp.b, soft.b) }
}
