// What an enlarging net puts out, by plain loops in double precision: slow, and independent of the runtime. For mixed nets,
// which have no trained output to be checked against; the tests compare it with the trained outputs of the unmixed ones.
import { KERNELS } from '../resample/kernels.ts'
import type { Weights } from './read-weights.ts'

interface Planes {
  readonly side: number
  readonly planes: readonly Float64Array[]
}

/** `samples` is a square with the halo of the net around it, as for the runtime. */
export function referenceInference(
  { depth, factor, tensors }: Pick<Weights, 'factor' | 'depth' | 'tensors'>,
  samples: Float32Array,
): Float32Array {
  const low: Planes = { side: Math.sqrt(samples.length), planes: [Float64Array.from(samples)] }
  let layer = low
  for (let i = 0; i <= depth + 1; i++) {
    layer = convolved(layer, tensors[2 * i]!.values, tensors[2 * i + 1]!.values)
    if (i <= depth)
      for (const plane of layer.planes) for (let at = 0; at < plane.length; at++) plane[at] = Math.max(0, plane[at]!)
  }
  return pixelShuffled(layer, low, factor)
}

/** 3×3, without padding. */
function convolved({ side, planes }: Planes, weights: Float32Array, biases: Float32Array): Planes {
  const inner = side - 2
  const result = Array.from(biases, (bias) => new Float64Array(inner * inner).fill(bias))
  for (const [to, target] of result.entries()) {
    for (const [from, source] of planes.entries()) {
      const kernel = weights.subarray((to * planes.length + from) * 9, (to * planes.length + from + 1) * 9)
      for (let y = 0; y < inner; y++)
        for (let x = 0; x < inner; x++) {
          const at = y * side + x
          target[y * inner + x]! +=
            kernel[0]! * source[at]! +
            kernel[1]! * source[at + 1]! +
            kernel[2]! * source[at + 2]! +
            kernel[3]! * source[at + side]! +
            kernel[4]! * source[at + side + 1]! +
            kernel[5]! * source[at + side + 2]! +
            kernel[6]! * source[at + 2 * side]! +
            kernel[7]! * source[at + 2 * side + 1]! +
            kernel[8]! * source[at + 2 * side + 2]!
        }
    }
  }
  return { side: inner, planes: result }
}

/** Pixel shuffle of the phases, plus bicubic. */
function pixelShuffled({ side, planes }: Planes, low: Planes, factor: number): Float32Array {
  const cut = (low.side - side) / 2
  const wide = side * factor
  return Float32Array.from({ length: wide * wide }, (_, i) => {
    const [x, y] = [i % wide, Math.floor(i / wide)]
    const [u, v] = [x % factor, y % factor]
    const [left, top] = [(x - u) / factor, (y - v) / factor]
    let sum = planes[v * factor + u]![top * side + left]!
    for (let dy = -2; dy <= 2; dy++)
      for (let dx = -2; dx <= 2; dx++)
        sum += tap(v, dy, factor) * tap(u, dx, factor) * low.planes[0]![(top + cut + dy) * low.side + left + cut + dx]!
    return sum
  })
}

const tap = (phase: number, offset: number, factor: number) => KERNELS.bicubic.at((phase + 0.5) / factor - 0.5 - offset)
