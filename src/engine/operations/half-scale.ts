// One step of the resolution pyramid: 2×2 means on even picture coordinates, and centred bilinear growth back.
import type { Plane } from './plane.ts'

/** Half-size plane; every sample is the mean of the 2×2 picture pixels that start at even coordinates. */
export function halve(plane: Plane): Plane {
  const x = Math.floor(plane.x / 2)
  const y = Math.floor(plane.y / 2)
  const width = Math.floor((plane.x + plane.width - 1) / 2) - x + 1
  const height = Math.floor((plane.y + plane.height - 1) / 2) - y + 1
  const samples = new Float32Array(width * height)
  for (let row = 0; row < height; row++) {
    const top = clamp(2 * (y + row) - plane.y, plane.height) * plane.width
    const bottom = clamp(2 * (y + row) + 1 - plane.y, plane.height) * plane.width
    for (let column = 0; column < width; column++) {
      const a = clamp(2 * (x + column) - plane.x, plane.width)
      const b = clamp(2 * (x + column) + 1 - plane.x, plane.width)
      const sum =
        plane.samples[top + a]! + plane.samples[top + b]! + plane.samples[bottom + a]! + plane.samples[bottom + b]!
      samples[row * width + column] = sum / 4
    }
  }
  return { width, height, x, y, samples }
}

/** Grows a half-size plane onto the frame of `like` (bilinear, pixel centres kept). */
export function doubleOnto(half: Plane, like: Plane): Float32Array {
  const rows = new Float32Array(like.width * half.height)
  for (let row = 0; row < half.height; row++)
    for (let column = 0; column < like.width; column++) {
      const { near, far } = neighbours(like.x + column, half.x, half.width)
      rows[row * like.width + column] =
        0.75 * half.samples[row * half.width + near]! + 0.25 * half.samples[row * half.width + far]!
    }
  const out = new Float32Array(like.width * like.height)
  for (let row = 0; row < like.height; row++) {
    const { near, far } = neighbours(like.y + row, half.y, half.height)
    const a = near * like.width
    const b = far * like.width
    for (let column = 0; column < like.width; column++)
      out[row * like.width + column] = 0.75 * rows[a + column]! + 0.25 * rows[b + column]!
  }
  return out
}

const clamp = (index: number, length: number) => (index < 0 ? 0 : index >= length ? length - 1 : index)

/** The half-size sample that holds picture pixel `at`, and the one on its other side. */
function neighbours(at: number, origin: number, length: number) {
  const near = Math.floor(at / 2)
  const far = near + (at % 2 === 0 ? -1 : 1)
  return { near: clamp(near - origin, length), far: clamp(far - origin, length) }
}
