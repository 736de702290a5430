// The graph of a net whose answer has the size of its input (FFDNet's shape, engine study §3.1): at half size, residual pairs of 3×3
// convolutions over the four phases of every plane and maps of one value. Every layer pads with zeros, so only what lies farther
// than the reach from the tile's edge is used. training/nets.py (SameSizeNet) is the twin of this file.
import type { Graph, GraphNode } from './onnx-graph.ts'
import type { SameSizeWeights } from './read-weights.ts'

/** Pixels of a plane that become one place at half size, per side and together. */
export const PHASE_SIDE = 2
export const PHASES = PHASE_SIDE ** 2

/** Two pixels for each layer, at half size; the first and the last are two more than those of the pairs. */
export const sameSizeReach = ({ blocks }: Pick<SameSizeWeights, 'blocks'>): number => 2 * (2 * blocks + 2)

export const sameSizeChannels = ({
  planesIn,
  planesOut,
  maps,
  grid,
}: Pick<SameSizeWeights, 'planesIn' | 'planesOut' | 'maps' | 'grid'>) => ({
  input: PHASES * planesIn + maps + grid,
  output: PHASES * planesOut,
})

export function sameSizeGraph(weights: SameSizeWeights): Graph {
  const { blocks, tensors } = weights
  const nodes: GraphNode[] = [convolution(0, 'phases', 'sum0')]
  for (let i = 0; i < blocks; i++) {
    const [first, second] = [2 * i + 1, 2 * i + 2]
    nodes.push(
      convolution(first, `sum${i}`, `first${i}`),
      { op: 'Relu', inputs: [`first${i}`], output: `bent${i}` },
      convolution(second, `bent${i}`, `second${i}`),
      { op: 'Add', inputs: [`sum${i}`, `second${i}`], output: `sum${i + 1}` },
    )
  }
  nodes.push({ op: 'Relu', inputs: [`sum${blocks}`], output: 'last' }, convolution(2 * blocks + 1, 'last', 'answer'))
  return { input: 'phases', output: 'answer', channels: sameSizeChannels(weights), nodes, constants: tensors }
}

const convolution = (layer: number, input: string, output: string): GraphNode => ({
  op: 'Conv',
  inputs: [input, `conv${layer}.weight`, `conv${layer}.bias`],
  output,
  attributes: { pads: [1, 1, 1, 1] },
})
