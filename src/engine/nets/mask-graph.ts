// The graph of a net that segments damage: a U-Net whose levels are added. Residual pairs of 3×3 convolutions over the luma's four phases
// at half size, then at each level's half, and back up, so that a long scratch is seen as one. Every layer pads with zeros, so only
// what lies farther than the halo from the tile's edge is used. training/nets.py (MaskNet) is the twin of this file.
import type { Graph, GraphNode } from './onnx-graph.ts'
import type { MaskWeights, Tensor } from './read-weights.ts'

const INPUT = 'luma'
const OUTPUT = 'logits'
/** The middle of the luma's range is the net's zero, as in the training. */
const MIDDLE: Tensor = { name: 'middle', shape: [1], values: Float32Array.of(0.5) }
const HALVING = 2
/** Layers of a residual pair. */
const PAIR = 2

type Shape = Pick<MaskWeights, 'widths' | 'pairs'>

/** Pixels between the samples of a level; the first has half of the picture's size. */
const stepOf = (level: number) => HALVING ** (level + 1)

/** Tiles start and end at multiples of this, so that every level's samples lie at the same pixels in every tile. */
export const maskStepPx = ({ widths }: Shape): number => stepOf(widths.length - 1)

/** Pixels of surroundings that a correct value needs: one sample of its level for every layer, and one for upsampling from it. */
export function maskHaloPx({ widths, pairs }: Shape): number {
  const smallest = widths.length - 1
  const below = widths.slice(1).reduce((sum, _, level) => {
    const layers = PAIR * pairs[level]! + PAIR + 1
    return sum + layers * stepOf(level) + stepOf(level + 1)
  }, 0)
  const headTailAndPhase = 3 * stepOf(0)
  return headTailAndPhase + below + PAIR * pairs[smallest]! * stepOf(smallest)
}

export function maskGraph({ widths, pairs, tensors }: MaskWeights): Graph {
  const smallest = widths.length - 1
  const nodes: GraphNode[] = [
    { op: 'Sub', inputs: [INPUT, MIDDLE.name], output: 'centred' },
    { op: 'SpaceToDepth', inputs: ['centred'], output: 'phases', attributes: { blocksize: HALVING } },
    convolution('head', 'phases'),
  ]
  let at = 'head'
  const passed: string[] = []
  for (let level = 0; level <= smallest; level++) {
    if (level > 0) {
      passed.push(at)
      nodes.push(relu(at), convolution(`down${level - 1}`, `${at}.bent`, HALVED))
      at = `down${level - 1}`
    }
    for (let pair = 0; pair < pairs[level]!; pair++) at = addPair(nodes, at, `before${level}`, PAIR * pair)
  }
  for (let level = smallest - 1; level >= 0; level--) {
    nodes.push(relu(at), convolution(`up${level}`, `${at}.bent`, {}), pixelShuffled(`up${level}`, `wide${level}`))
    nodes.push({ op: 'Add', inputs: [passed[level]!, `wide${level}`], output: `joined${level}` })
    at = addPair(nodes, `joined${level}`, `after${level}`, 0)
  }
  nodes.push(relu(at), convolution('tail', `${at}.bent`), pixelShuffled('tail', OUTPUT))
  return {
    input: INPUT,
    output: OUTPUT,
    channels: { input: 1, output: 1 },
    nodes,
    constants: [...tensors, MIDDLE],
  }
}

/** Adds `from` + second(relu(first(from))) to the nodes; answers the name of the sum. */
function addPair(nodes: GraphNode[], from: string, name: string, first: number): string {
  const [a, b, sum] = [`${name}.${first}`, `${name}.${first + 1}`, `${name}.sum${first}`]
  nodes.push(convolution(a, from), relu(a), convolution(b, `${a}.bent`), { op: 'Add', inputs: [from, b], output: sum })
  return sum
}

const relu = (from: string): GraphNode => ({ op: 'Relu', inputs: [from], output: `${from}.bent` })

const PADDED = { pads: [1, 1, 1, 1] } as const
const HALVED = { ...PADDED, strides: [HALVING, HALVING] } as const

const convolution = (layer: string, from: string, attributes: GraphNode['attributes'] = PADDED): GraphNode => ({
  op: 'Conv',
  inputs: [from, `${layer}.weight`, `${layer}.bias`],
  output: layer,
  attributes,
})

const pixelShuffled = (from: string, output: string): GraphNode => ({
  op: 'DepthToSpace',
  inputs: [from],
  output,
  attributes: { blocksize: HALVING, mode: 'CRD' },
})
