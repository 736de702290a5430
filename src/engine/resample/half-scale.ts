// One step of the resolution pyramid: 2×2 means on even picture coordinates, and centred bilinear growth back.
import type { Plane } from '../image/plane.ts'

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

/** Enlarges a half-size plane of `frame`, as `halve` frames it, to that frame's samples, bilinearly with pixel centres kept. */
export function addDoubled(target: Float32Array, half: Plane, frame: Plane): void {
  const odd = frame.y - 2 * half.y
  // Neighbouring rows share their grown lines, so two are enough.
  const lines = [0, 1].map(() => ({ row: -1, samples: new Float32Array(frame.width) }))
  const grown = (row: number) => {
    const line = lines[row % 2]!
    const source = half.samples.subarray(row * half.width, (row + 1) * half.width)
    if (line.row !== row) growLine(source, frame.x - 2 * half.x, line.samples)
    line.row = row
    return line.samples
  }
  for (let row = 0; row < frame.height; row++) {
    const own = target.subarray(row * frame.width, (row + 1) * frame.width)
    const near = (row + odd) >> 1
    const far = clamp((row + odd) % 2 === 0 ? near - 1 : near + 1, half.height)
    addMixed(own, grown(near), grown(far))
  }
}

/** `odd`: 1 where the line's first sample holds one pixel only. Of two pixels in a sample each leans on its own side's neighbour. */
function growLine(line: Float32Array, odd: number, target: Float32Array): void {
  let left = line[0]!
  for (let at = 0, to = -odd; at < line.length; at++, to += 2) {
    const own = 0.75 * line[at]!
    const right = line[at + 1 < line.length ? at + 1 : at]!
    if (to >= 0) target[to] = own + 0.25 * left
    if (to + 1 < target.length) target[to + 1] = own + 0.25 * right
    left = line[at]!
  }
}

function addMixed(target: Float32Array, near: Float32Array, far: Float32Array): void {
  for (let i = 0; i < target.length; i++) target[i]! += Math.fround(0.75 * near[i]! + 0.25 * far[i]!)
}

const clamp = (index: number, length: number) => (index < 0 ? 0 : index >= length ? length - 1 : index)
