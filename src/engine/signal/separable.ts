// Any small 2-D filter as a short sum of row × column filters (singular value decomposition by Jacobi rotations),
// which costs a fraction of the direct sum and has an exact, finite support.
import { mirrored } from '../image/cut-tile.ts'
import type { Kernel } from './blur-kernel.ts'
import { type SeparableKernel, separableKernelFor } from './separable-kernel.ts'

export interface SeparableFilter {
  readonly radius: number
  readonly terms: readonly Term[]
}

interface Term {
  readonly row: Float64Array
  readonly column: Float64Array
}

/** Terms are added until the rest of the kernel, relative to its own norm, is below `tolerance`. */
export function toSeparable(kernel: Kernel, tolerance = 2e-3): SeparableFilter {
  const side = 2 * kernel.radius + 1
  const { values, vectors } = eigenSymmetric(gramOfRows(kernel.values, side), side)
  const order = [...values.keys()].sort((a, b) => values[b]! - values[a]!)
  let rest = values.reduce((sum, v) => sum + Math.max(0, v), 0)
  const enough = rest * tolerance * tolerance
  const terms: Term[] = []
  for (const index of order) {
    if (rest <= enough) break
    const row = new Float64Array(side)
    for (let i = 0; i < side; i++) row[i] = vectors[i * side + index]!
    const column = new Float64Array(side)
    for (let y = 0; y < side; y++) for (let x = 0; x < side; x++) column[y]! += kernel.values[y * side + x]! * row[x]!
    terms.push({ row, column })
    rest -= Math.max(0, values[index]!)
  }
  return { radius: kernel.radius, terms: keepSum(terms, kernel) }
}

/** Keeps the kernel's sum: flat areas must stay as they are, however few terms are left. */
function keepSum(terms: Term[], kernel: Kernel): Term[] {
  const sum = (values: Float64Array) => values.reduce((a, b) => a + b, 0)
  const factor = sum(kernel.values) / terms.reduce((total, { row, column }) => total + sum(row) * sum(column), 0)
  return terms.map(({ row, column }) => ({ row, column: column.map((value) => value * factor) }))
}

/** AᵀA of a square matrix. */
function gramOfRows(a: Float64Array, side: number): Float64Array {
  const out = new Float64Array(side * side)
  for (let i = 0; i < side; i++)
    for (let j = 0; j <= i; j++) {
      let sum = 0
      for (let k = 0; k < side; k++) sum += a[k * side + i]! * a[k * side + j]!
      out[i * side + j] = sum
      out[j * side + i] = sum
    }
  return out
}

/** Cyclic Jacobi; columns of `vectors` belong to `values`. */
function eigenSymmetric(matrix: Float64Array, side: number) {
  const a = matrix.slice()
  const v = new Float64Array(side * side)
  for (let i = 0; i < side; i++) v[i * side + i] = 1
  for (let sweep = 0; sweep < 30; sweep++) {
    if (offDiagonal(a, side) < 1e-24) break
    for (let p = 0; p < side - 1; p++) for (let q = p + 1; q < side; q++) rotate(a, v, side, p, q)
  }
  return { values: Float64Array.from({ length: side }, (_, i) => a[i * side + i]!), vectors: v }
}

function offDiagonal(a: Float64Array, side: number): number {
  let sum = 0
  for (let i = 0; i < side; i++) for (let j = 0; j < i; j++) sum += a[i * side + j]! ** 2
  return sum
}

function rotate(a: Float64Array, v: Float64Array, side: number, p: number, q: number) {
  const apq = a[p * side + q]!
  if (Math.abs(apq) < 1e-300) return
  const theta = (a[q * side + q]! - a[p * side + p]!) / (2 * apq)
  const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1))
  const c = 1 / Math.sqrt(t * t + 1)
  const s = t * c
  for (let k = 0; k < side; k++) {
    const kp = a[k * side + p]!
    const kq = a[k * side + q]!
    a[k * side + p] = c * kp - s * kq
    a[k * side + q] = s * kp + c * kq
  }
  for (let k = 0; k < side; k++) {
    const pk = a[p * side + k]!
    const qk = a[q * side + k]!
    a[p * side + k] = c * pk - s * qk
    a[q * side + k] = s * pk + c * qk
    const vp = v[k * side + p]!
    const vq = v[k * side + q]!
    v[k * side + p] = c * vp - s * vq
    v[k * side + q] = s * vp + c * vq
  }
}

/** Convolution with mirrored edges; a new array. */
export function applySeparable(
  samples: Float32Array,
  width: number,
  height: number,
  filter: SeparableFilter,
): Float32Array {
  const out = new Float32Array(samples.length)
  const kernel = separableKernelFor(width, height, 2 * filter.radius + 1)
  kernel.out.fill(0)
  for (const { row, column } of filter.terms) {
    filterRows(kernel, samples, width, height, row)
    addColumns(kernel, height, column)
  }
  const { stride } = kernel
  for (let y = 0; y < height; y++) out.set(kernel.out.subarray(y * stride, y * stride + width), y * width)
  return out
}

/** One row filter and one column filter of the same odd length. */
export const blurSeparable = (samples: Float32Array, width: number, height: number, taps: Float64Array) =>
  applySeparable(samples, width, height, { radius: taps.length >> 1, terms: [{ row: taps, column: taps }] })

function filterRows(kernel: SeparableKernel, source: Float32Array, width: number, height: number, taps: Float64Array) {
  const radius = taps.length >> 1
  const { line } = kernel
  kernel.taps.set(taps.slice().reverse())
  for (let y = 0; y < height; y++) {
    const start = y * width
    for (let x = -radius; x < 0; x++) line[x + radius] = source[start + mirrored(x, width)]!
    line.set(source.subarray(start, start + width), radius)
    for (let x = width; x < width + radius; x++) line[x + radius] = source[start + mirrored(x, width)]!
    kernel.filterRow(y, taps.length)
  }
}

function addColumns(kernel: SeparableKernel, height: number, taps: Float64Array) {
  const radius = taps.length >> 1
  const { list, middleAt, lineBytes } = kernel
  kernel.taps.set(taps)
  for (let y = 0; y < height; y++) {
    for (let k = 0; k < taps.length; k++) list[k] = middleAt + mirrored(y + radius - k, height) * lineBytes
    kernel.addColumn(y, taps.length)
  }
}

/** Blurs planes; values are right from `radius` samples off a tile's edge on. */
export interface Blur {
  readonly radius: number
  blur(samples: Float32Array, width: number): Float32Array
}

export function gaussianBlur(sigma: number): Blur {
  const taps = gaussianTaps(sigma)
  return {
    radius: taps.length >> 1,
    blur: (samples, width) => blurSeparable(samples, width, samples.length / width, taps),
  }
}

export function gaussianTaps(sigma: number): Float64Array {
  const radius = Math.max(1, Math.ceil(3 * sigma))
  const taps = Float64Array.from({ length: 2 * radius + 1 }, (_, i) =>
    Math.exp(-((i - radius) ** 2) / (2 * sigma ** 2)),
  )
  const sum = taps.reduce((a, b) => a + b, 0)
  return taps.map((tap) => tap / sum)
}
