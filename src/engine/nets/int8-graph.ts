// The graph of a net that computes in int8 where it computes most (engine study §2.2, decision 0020): answers with an activation range
// in the file (training/calibrate.py) are 8 bits without sign, and a convolution between two such activations has weights of 7 bits with
// sign, scaled per channel. First layer, last layer and what is beside them stay floats: there is little to gain and most to lose.
import type { Constant, Graph, GraphNode } from './onnx-graph.ts'
import type { ActivationRange, ActivationRanges, Tensor } from './read-weights.ts'

const ACTIVATION_MAX = 255
/**
 * 7 bits: processors without dot products of 8 bits (VNNI) add two products in 16 bits, and 2 × 255 × 63 just
 * fits. So no processor saturates a sum, and all compute the same. Costs 0.003 dB against 127.
 */
const WEIGHT_MAX = 63
/** A channel of zeros must have a step too, and its bias must fit into 32 bits. */
const WEIGHT_MIN_ABS = 1e-4

export function int8Graph(graph: Graph, activationRanges: ActivationRanges): Graph {
  const layers = new Map(quantizedLayersOf(graph, activationRanges).map((node) => [node.output, node]))
  const own = new Set([...layers.values()].flatMap(({ inputs }) => inputs.slice(1)))
  return {
    ...graph,
    nodes: graph.nodes.flatMap((node) => [
      ...(layers.has(node.output) ? node.inputs.slice(1).map(dequantizeWeights) : []),
      { ...node, inputs: node.inputs.map((name) => (isReadBack(name, node) ? `${name}.again` : name)) },
      ...(activationRanges[node.output] ? quantizeDequantize(node.output) : []),
    ]),
    constants: [
      ...graph.constants.filter(({ name }) => !own.has(name)),
      ...Object.entries(activationRanges).flatMap(([name, range]) => activationScale(name, range)),
      ...[...layers.values()].flatMap((node) =>
        quantizedLayer(node, graph, stepOf(activationRanges[node.inputs[0]!]!)),
      ),
    ],
  }

  /** Sums go on in floats: only what is multiplied, and what an int8 layer put out, is read as it was rounded. */
  function isReadBack(name: string, { op }: GraphNode): boolean {
    return name in activationRanges && (op === 'Conv' || layers.has(name))
  }
}

/** Convolutions of an activation with a range to one, or to the part above zero of one. */
function quantizedLayersOf({ nodes }: Graph, activationRanges: ActivationRanges): GraphNode[] {
  const bent = new Map(nodes.filter(({ op }) => op === 'Relu').map(({ inputs, output }) => [inputs[0], output]))
  return nodes.filter(({ op, inputs, output }) => {
    const activation = bent.get(output) ?? output
    return op === 'Conv' && inputs[0]! in activationRanges && activation in activationRanges
  })
}

const dequantizeWeights = (name: string): GraphNode => ({
  op: 'DequantizeLinear',
  inputs: [`${name}.whole`, `${name}.scale`, `${name}.zero`],
  output: name,
  attributes: { axis: 0 },
})

/** onnxruntime fuses this with the layers before and after it into one that computes in int8. */
const quantizeDequantize = (name: string): GraphNode[] => [
  { op: 'QuantizeLinear', inputs: [name, `${name}.scale`, `${name}.zero`], output: `${name}.whole` },
  { op: 'DequantizeLinear', inputs: [`${name}.whole`, `${name}.scale`, `${name}.zero`], output: `${name}.again` },
]

const stepOf = ([least, most]: ActivationRange) => (most - least) / ACTIVATION_MAX

const activationScale = (name: string, range: ActivationRange): Constant[] => [
  { name: `${name}.scale`, shape: [], values: Float32Array.of(stepOf(range)) },
  { name: `${name}.zero`, shape: [], whole: Uint8Array.of(Math.round(-range[0] / stepOf(range))) },
]

/** Weights and bias of one layer, whose input has steps of `inputStep`. */
function quantizedLayer({ inputs }: GraphNode, { constants }: Graph, inputStep: number): Constant[] {
  const [weight, bias] = inputs.slice(1).map((wanted) => constants.find(({ name }) => name === wanted) as Tensor)
  if (!weight || !bias) throw new Error(`the graph lacks ${inputs.slice(1)}`)
  const channels = bias.values.length
  const each = weight.values.length / channels
  const steps = Float32Array.from({ length: channels }, (_, channel) => {
    const own = weight.values.subarray(channel * each, (channel + 1) * each)
    return own.reduce((most, value) => Math.max(most, Math.abs(value)), WEIGHT_MIN_ABS) / WEIGHT_MAX
  })
  const biasSteps = steps.map((step) => step * inputStep)
  return [
    ...whole(
      weight,
      Int8Array.from(weight.values, (value, at) => Math.round(value / steps[Math.floor(at / each)]!)),
      steps,
    ),
    ...whole(
      bias,
      Int32Array.from(bias.values, (value, channel) => Math.round(value / biasSteps[channel]!)),
      biasSteps,
    ),
  ]
}

function whole({ name, shape }: Tensor, numbers: Int8Array | Int32Array, steps: Float32Array): Constant[] {
  const channels = [steps.length]
  const zero = numbers instanceof Int8Array ? new Int8Array(steps.length) : new Int32Array(steps.length)
  return [
    { name: `${name}.whole`, shape, whole: numbers },
    { name: `${name}.scale`, shape: channels, values: steps },
    { name: `${name}.zero`, shape: channels, whole: zero },
  ]
}
