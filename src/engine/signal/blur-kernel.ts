// The three blurs that a photo can have: soft (Gaussian), out of focus (disc) and shaken (straight line).
// Kernels are square, odd-sided and sum to 1; discs and lines are drawn with 8×8 samples per pixel so that fractions count.

export interface Kernel {
  readonly radius: number
  /** (2·radius+1)² values, row-major. */
  readonly values: Float64Array
  /** Discs and lines wipe some frequencies out; their inverses ring far and must be designed with more care. */
  readonly hasZeros: boolean
}

const SAMPLES = 8

export function gaussianKernel(sigma: number): Kernel {
  const radius = Math.max(1, Math.ceil(3.2 * sigma))
  return kernelOf(radius, false, (x, y) => Math.exp(-(x * x + y * y) / (2 * sigma * sigma)))
}

export function discKernel(radiusPx: number): Kernel {
  return kernelOf(
    Math.max(1, Math.ceil(radiusPx)),
    true,
    sampled((x, y) => (x * x + y * y <= radiusPx * radiusPx ? 1 : 0)),
  )
}

/** A straight smear of `lengthPx`, about one pixel wide. */
export function lineKernel(angleRad: number, lengthPx: number): Kernel {
  const c = Math.cos(angleRad)
  const s = Math.sin(angleRad)
  const half = lengthPx / 2
  return kernelOf(
    Math.max(1, Math.ceil(half + 0.5)),
    true,
    sampled((x, y) => (Math.abs(x * c + y * s) <= half && Math.abs(y * c - x * s) <= 0.5 ? 1 : 0)),
  )
}

function kernelOf(radius: number, hasZeros: boolean, value: (x: number, y: number) => number): Kernel {
  const side = 2 * radius + 1
  const values = new Float64Array(side * side)
  let sum = 0
  for (let y = -radius; y <= radius; y++)
    for (let x = -radius; x <= radius; x++) {
      const v = value(x, y)
      values[(y + radius) * side + x + radius] = v
      sum += v
    }
  return { radius, values: values.map((v) => v / sum), hasZeros }
}

const sampled = (inside: (x: number, y: number) => number) => (x: number, y: number) => {
  let sum = 0
  for (let j = 0; j < SAMPLES; j++)
    for (let i = 0; i < SAMPLES; i++) sum += inside(x + (i + 0.5) / SAMPLES - 0.5, y + (j + 0.5) / SAMPLES - 0.5)
  return sum
}
