// A pack's net as the ONNX graph that our own writer writes. It pads with zeros, so a tile needs no more than the surroundings that it is given,
// and beyond the picture's edge there are none.
import type { Constant, Graph, GraphNode } from '../nets/onnx-graph.ts'
import type { PackLayer, PackNet } from './ncnn-layers.ts'

const RGB = 3
const PADDED = { pads: [1, 1, 1, 1] }
const NEAREST = { mode: 'nearest', coordinate_transformation_mode: 'asymmetric', nearest_mode: 'floor' }

interface Part {
  readonly nodes: readonly GraphNode[]
  readonly constants: readonly Constant[]
}

export function packGraph({ input, output, layers }: PackNet): Graph {
  const parts = layers.map(partOf)
  return {
    input,
    output,
    channels: { input: RGB, output: RGB },
    nodes: parts.flatMap(({ nodes }) => nodes),
    constants: parts.flatMap(({ constants }) => constants),
  }
}

function partOf(layer: PackLayer): Part {
  const { output } = layer
  switch (layer.type) {
    case 'convolution':
      return convolution(layer)
    case 'prelu':
      return prelu(layer)
    case 'concat':
      return { nodes: [{ op: 'Concat', inputs: layer.inputs, output, attributes: { axis: 1 } }], constants: [] }
    case 'sum':
      return sum(layer)
    case 'nearest': {
      const scales = { name: `${output}.scales`, shape: [4], values: Float32Array.of(1, 1, layer.factor, layer.factor) }
      const inputs = [layer.input, '', scales.name]
      return { nodes: [{ op: 'Resize', inputs, output, attributes: NEAREST }], constants: [scales] }
    }
    case 'shuffle': {
      const attributes = { blocksize: layer.factor, mode: 'CRD' }
      return { nodes: [{ op: 'DepthToSpace', inputs: [layer.input], output, attributes }], constants: [] }
    }
  }
}

type Of<Type extends PackLayer['type']> = Extract<PackLayer, { readonly type: Type }>

function convolution({ input, output, channels, weights, bias, slope }: Of<'convolution'>): Part {
  const constants = [
    { name: `${output}.weight`, shape: [channels.to, channels.from, 3, 3], values: weights },
    { name: `${output}.bias`, shape: [channels.to], values: bias },
  ]
  const made = slope === undefined ? output : `${output}.linear`
  const inputs = [input, ...constants.map(({ name }) => name)]
  const nodes: GraphNode[] = [{ op: 'Conv', inputs, output: made, attributes: PADDED }]
  if (slope !== undefined)
    nodes.push({ op: 'LeakyRelu', inputs: [made], output, attributes: { alpha: { float: slope } } })
  return { nodes, constants }
}

/** Slopes above 1 are left only where channels could not be turned (turn-channels.ts). */
function prelu({ input, output, slopes }: Of<'prelu'>): Part {
  const constant = { name: `${output}.slopes`, shape: [slopes.length, 1, 1], values: slopes }
  if (slopes.some((slope) => slope > 1))
    return { nodes: [{ op: 'PRelu', inputs: [input, constant.name], output }], constants: [constant] }
  const below = `${output}.below`
  const nodes: GraphNode[] = [
    { op: 'Mul', inputs: [input, constant.name], output: below },
    { op: 'Max', inputs: [input, below], output },
  ]
  return { nodes, constants: [constant] }
}

function sum({ inputs: [first, second], output, part }: Of<'sum'>): Part {
  if (part === 1) return { nodes: [{ op: 'Add', inputs: [first, second], output }], constants: [] }
  const constant = { name: `${output}.part`, shape: [], values: Float32Array.of(part) }
  const small = `${output}.small`
  const nodes: GraphNode[] = [
    { op: 'Mul', inputs: [first, constant.name], output: small },
    { op: 'Add', inputs: [small, second], output },
  ]
  return { nodes, constants: [constant] }
}
