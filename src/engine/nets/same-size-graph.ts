// The graph of a net whose answer has the size of its input (FFDNet's shape, engine study §3.1): at half size, residual pairs of 3×3
// convolutions over the four phases of every plane and maps of one value. Every layer pads with zeros, so only what lies farther
// than the reach from the tile's edge is used. training/nets.py (SameSizeNet) is the twin of this file.
import type { Graph, GraphNode } from './onnx-graph.ts'
import type { SameSizeWeights } from './read-weights.ts'

export const PHASES = 4

/** Two pixels for each layer's reach at half size; the first and the last reach one. */
export const sameSizeReach = ({ blocks, dilations }: Pick<SameSizeWeights, 'blocks' | 'dilations'>): number =>
  2 * (dilations ?? Array<number>(2 * blocks).fill(1)).reduce((sum, dilation) => sum + dilation, 2)

export const sameSizeChannels = ({ planesIn, planesOut, maps, grid }: Omit<SameSizeWeights, 'tensors'>) => ({
  input: PHASES * planesIn + maps + grid,
  output: PHASES * planesOut,
})

export function sameSizeGraph(weights: SameSizeWeights): Graph {
  const { blocks, dilations, tensors } = weights
  const nodes: GraphNode[] = [convolution(0, 'phases', 'sum0')]
  for (let i = 0; i < blocks; i++) {
    const [first, second] = [2 * i + 1, 2 * i + 2]
    nodes.push(
      convolution(first, `sum${i}`, `first${i}`, dilations?.[first - 1]),
      { op: 'Relu', inputs: [`first${i}`], output: `bent${i}` },
      convolution(second, `bent${i}`, `second${i}`, dilations?.[second - 1]),
      { op: 'Add', inputs: [`sum${i}`, `second${i}`], output: `sum${i + 1}` },
    )
  }
  nodes.push({ op: 'Relu', inputs: [`sum${blocks}`], output: 'last' }, convolution(2 * blocks + 1, 'last', 'answer'))
  return { input: 'phases', output: 'answer', channels: sameSizeChannels(weights), nodes, constants: tensors }
}

const convolution = (layer: number, input: string, output: string, dilation = 1): GraphNode => ({
  op: 'Conv',
  inputs: [input, `conv${layer}.weight`, `conv${layer}.bias`],
  output,
  attributes: { pads: Array<number>(4).fill(dilation), dilations: [dilation, dilation] },
})
