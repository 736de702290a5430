// The graph of an enlarging net: 3×3 convolutions with ReLU beside a fixed bicubic path, then the phases are woven together.
// No layer pads, so the result is smaller than the input by the net's reach on every side: what comes out is exact, whatever
// the tile (engine study §2.3), and the reach follows from the number of layers. training/nets.py is the twin of this file.
import { KERNELS } from '../resample/kernels.ts'
import type { Graph, GraphNode } from './onnx-graph.ts'
import type { Tensor, Weights } from './read-weights.ts'

const INPUT = 'low'
const OUTPUT = 'high'
/** Source pixels around a sample that the bicubic path looks at. */
const SKIP_REACH_PX = 2

/** Source pixels that are lost on every side: one for each 3×3 layer. */
export const reachOf = ({ depth }: Weights): number => depth + 2

export function enlargeGraph(weights: Weights): Graph {
  const { factor, depth, tensors } = weights
  const last = depth + 1
  const layers: GraphNode[] = []
  for (let i = 0; i <= last; i++) {
    const from = i === 0 ? INPUT : `relu${i - 1}`
    layers.push(convolution(from, `conv${i}`, [`conv${i}.weight`, `conv${i}.bias`]))
    if (i < last) layers.push({ op: 'Relu', inputs: [`conv${i}`], output: `relu${i}` })
  }
  return {
    input: INPUT,
    output: OUTPUT,
    channels: { input: 1, output: 1 },
    nodes: [
      ...layers,
      { op: 'Slice', inputs: [INPUT, 'from', 'to', 'axes'], output: 'middle' },
      convolution('middle', 'around', ['skip.weight']),
      { op: 'Add', inputs: [`conv${last}`, 'around'], output: 'phases' },
      { op: 'DepthToSpace', inputs: ['phases'], output: OUTPUT, attributes: { blocksize: factor, mode: 'CRD' } },
    ],
    constants: [...tensors, skipKernel(factor), ...sliceBounds(reachOf(weights) - SKIP_REACH_PX)],
  }
}

const convolution = (from: string, output: string, constants: readonly string[]): GraphNode => ({
  op: 'Conv',
  inputs: [from, ...constants],
  output,
})

const sliceBounds = (cut: number) => [
  { name: 'from', integers: [cut, cut] },
  { name: 'to', integers: [-cut, -cut] },
  { name: 'axes', integers: [2, 3] },
]

/** One 5×5 kernel for each position inside a source pixel. */
function skipKernel(factor: number): Tensor {
  const side = 2 * SKIP_REACH_PX + 1
  const values: number[] = []
  for (let v = 0; v < factor; v++) {
    for (let u = 0; u < factor; u++) {
      for (let y = -SKIP_REACH_PX; y <= SKIP_REACH_PX; y++) {
        for (let x = -SKIP_REACH_PX; x <= SKIP_REACH_PX; x++) values.push(tap(v, y, factor) * tap(u, x, factor))
      }
    }
  }
  return { name: 'skip.weight', shape: [factor * factor, 1, side, side], values: Float32Array.from(values) }
}

const tap = (phase: number, offset: number, factor: number) => KERNELS.bicubic.at((phase + 0.5) / factor - 0.5 - offset)
