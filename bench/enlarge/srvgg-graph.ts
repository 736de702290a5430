// The shape of the best-known fast peer (SRVGGNetCompact as realesr-general-x4v3 has it: 64 channels, 32 hidden layers, PReLU, ×4, colours
// in and out) with random weights: for its speed only. Without its nearest-neighbour skip, which costs it nothing.
import type { Graph, GraphNode } from '#engine/nets/onnx-graph.ts'
import type { Tensor } from '#engine/nets/read-weights.ts'

const COLOURS = 3
const SHAPE = { width: 64, depth: 32, factor: 4 }
const SEED = 20261121

export function srvggGraph(): Graph {
  const { width, depth, factor } = SHAPE
  const random = randomNumbers(SEED)
  const last = depth + 1
  const nodes: GraphNode[] = []
  const constants: Tensor[] = []
  const tensor = (name: string, shape: number[]): string => {
    const count = shape.reduce((product, side) => product * side, 1)
    constants.push({ name, shape, values: Float32Array.from({ length: count }, () => 0.1 * (random() - 0.5)) })
    return name
  }
  for (let i = 0; i <= last; i++) {
    const channels = i === last ? COLOURS * factor ** 2 : width
    const weight = tensor(`conv${i}.weight`, [channels, i === 0 ? COLOURS : width, 3, 3])
    const inputs = [i === 0 ? 'low' : `bent${i - 1}`, weight, tensor(`conv${i}.bias`, [channels])]
    nodes.push({ op: 'Conv', inputs, output: `conv${i}`, attributes: { pads: [1, 1, 1, 1] } })
    if (i === last) continue
    nodes.push({ op: 'PRelu', inputs: [`conv${i}`, tensor(`slope${i}`, [channels, 1, 1])], output: `bent${i}` })
  }
  const pixelShuffle = { blocksize: factor, mode: 'CRD' }
  nodes.push({ op: 'DepthToSpace', inputs: [`conv${last}`], output: 'high', attributes: pixelShuffle })
  return { input: 'low', output: 'high', channels: { input: COLOURS, output: COLOURS }, nodes, constants }
}

/** Park and Miller's generator, 0–1. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48271) % 2147483647
    return state / 2147483647
  }
}
