// The graph of an enlarging net: 3×3 convolutions with ReLU beside a fixed bicubic path, then a pixel shuffle puts them together.
// No layer pads, so the result is smaller than the input by the halo of the net on every side: the output is exact, whatever
// the tile (engine study §2.3), and the halo follows from the number of layers. training/nets.py is the twin of this file, but for
// the last layer: the runtime computes sixteen channels at a time and would pad the four of a doubling one with zeros.
import { KERNELS } from '../resample/kernels.ts'
import type { Graph, GraphNode } from './onnx-graph.ts'
import type { Tensor, Weights } from './read-weights.ts'

const INPUT = 'low'
const OUTPUT = 'high'
/** Source pixels around a sample that the bicubic path reads. */
const SKIP_HALO_PX = 2

/** Source pixels that are lost on every side: one for each 3×3 layer. */
export const haloPxOf = ({ depth }: Weights): number => depth + 2

export function enlargeGraph(weights: Weights): Graph {
  const { factor, depth, tensors } = weights
  const last = depth + 1
  const [tail, tailBias] = tensors.slice(-2)
  const layers: GraphNode[] = []
  for (let i = 0; i < last; i++) {
    const from = i === 0 ? INPUT : `relu${i - 1}`
    layers.push(convolution(from, `conv${i}`, [`conv${i}.weight`, `conv${i}.bias`]))
    layers.push({ op: 'Relu', inputs: [`conv${i}`], output: `relu${i}` })
  }
  const stride = strideOf(weights)
  const strides = { strides: [stride, stride] }
  return {
    input: INPUT,
    output: OUTPUT,
    channels: { input: 1, output: 1 },
    nodes: [
      ...layers,
      convolution(`relu${depth}`, `conv${last}`, [tail!.name, tailBias!.name], strides),
      { op: 'Slice', inputs: [INPUT, 'from', 'to', 'axes'], output: 'middle' },
      convolution('middle', 'around', ['skip.weight'], strides),
      { op: 'Add', inputs: [`conv${last}`, 'around'], output: 'phases' },
      { op: 'DepthToSpace', inputs: ['phases'], output: OUTPUT, attributes: { blocksize: CELL, mode: 'CRD' } },
    ],
    constants: [
      ...tensors.slice(0, -2),
      cellKernel(tail!, factor),
      cellBias(tailBias!, factor),
      cellKernel(skipKernel(factor), factor),
      ...sliceBounds(haloPxOf(weights) - SKIP_HALO_PX),
    ],
  }
}

/** The last layer outputs a square of this many result pixels at a time. */
const CELL = 4

/** Source pixels of a cell, along a side: of what a net is given, less its halo, the sides must be multiples of it. */
export const strideOf = ({ factor }: Pick<Weights, 'factor'>): number => CELL / factor

/** The phase of each pixel of a cell, and where in the cell the source pixel lies that it belongs to. */
function cellPixels(factor: number) {
  return Array.from({ length: CELL ** 2 }, (_, at) => {
    const [x, y] = [at % CELL, Math.floor(at / CELL)]
    return { phase: (y % factor) * factor + (x % factor), x: Math.floor(x / factor), y: Math.floor(y / factor) }
  })
}

/** A kernel of phases, moved for each pixel of a cell to where it belongs; zeros are around it, so the sums stay the same to the bit. */
function cellKernel({ name, shape, values }: Tensor, factor: number): Tensor {
  const [, channels, side] = shape as [number, number, number]
  const wide = side + CELL / factor - 1
  const result = new Float32Array(CELL ** 2 * channels * wide ** 2)
  for (const [at, { phase, x, y }] of cellPixels(factor).entries()) {
    for (let line = 0; line < channels * side; line++) {
      const from = (phase * channels * side + line) * side
      const row = at * channels * wide + Math.floor(line / side) * wide + (line % side) + y
      result.set(values.subarray(from, from + side), row * wide + x)
    }
  }
  return { name, shape: [CELL ** 2, channels, wide, wide], values: result }
}

const cellBias = ({ name, values }: Tensor, factor: number): Tensor => ({
  name,
  shape: [CELL ** 2],
  values: Float32Array.from(cellPixels(factor), ({ phase }) => values[phase]!),
})

const convolution = (
  from: string,
  output: string,
  constants: readonly string[],
  attributes?: GraphNode['attributes'],
): GraphNode => ({
  op: 'Conv',
  inputs: [from, ...constants],
  output,
  attributes,
})

const sliceBounds = (cut: number) => [
  { name: 'from', integers: [cut, cut] },
  { name: 'to', integers: [-cut, -cut] },
  { name: 'axes', integers: [2, 3] },
]

/** One 5×5 kernel for each position inside a source pixel. */
function skipKernel(factor: number): Tensor {
  const side = 2 * SKIP_HALO_PX + 1
  const values: number[] = []
  for (let v = 0; v < factor; v++) {
    for (let u = 0; u < factor; u++) {
      for (let y = -SKIP_HALO_PX; y <= SKIP_HALO_PX; y++) {
        for (let x = -SKIP_HALO_PX; x <= SKIP_HALO_PX; x++) values.push(tap(v, y, factor) * tap(u, x, factor))
      }
    }
  }
  return { name: 'skip.weight', shape: [factor * factor, 1, side, side], values: Float32Array.from(values) }
}

const tap = (phase: number, offset: number, factor: number) => KERNELS.bicubic.at((phase + 0.5) / factor - 0.5 - offset)
