// The graph of an enlarging net that counts in whole numbers where it computes most (engine study §2.2, decision 0020): the answers
// of the hidden layers are 8 bits without sign, scaled by the largest answer that training/calibrate.py saw, their weights 7 bits with
// sign, scaled per channel. First layer, last layer and the bicubic path stay floats: there is little to gain and most to lose.
import { enlargeGraph } from './enlarge-graph.ts'
import type { Constant, Graph, GraphNode } from './onnx-graph.ts'
import type { Tensor, Weights } from './read-weights.ts'

const MOST_ANSWER = 255
/**
 * One bit less than there is: processors without dot products of 8 bits (VNNI) add two products in 16 bits, and 2 × 255 × 63 just
 * fits. So no processor cuts a sum, and all compute the same. Costs 0.003 dB against 127.
 */
const MOST_WEIGHT = 63
/** A channel of zeros must have a step too, and its bias must fit into 32 bits. */
const LEAST_WEIGHT = 1e-4

/** Needs `largest` of the weight file. */
export function int8Graph(weights: Weights, largest: readonly number[]): Graph {
  const graph = enlargeGraph(weights)
  const isHidden = (name: string) => /^conv\d+\./.test(name) && isWhole(Number.parseInt(name.slice(4), 10), weights)
  return {
    ...graph,
    nodes: graph.nodes.flatMap((node) => wholeNode(node, weights)),
    constants: [
      ...graph.constants.filter(({ name }) => !isHidden(name)),
      ...largest.flatMap((most, i) => answerScale(i, most)),
      ...largest.slice(0, -1).flatMap((most, i) => wholeLayer(weights.tensors, i + 1, most / MOST_ANSWER)),
    ],
  }
}

/** The first layer and the last are not. */
const isWhole = (layer: number, { depth }: Weights) => layer > 0 && layer <= depth

function wholeNode(node: GraphNode, weights: Weights): GraphNode[] {
  const { op, inputs, output } = node
  if (op === 'Relu') return [node, ...throughWhole(output)]
  const layer = /^conv(\d+)$/.exec(output)
  if (op !== 'Conv' || !layer) return [node]
  const from = inputs[0]!.startsWith('relu') ? `${inputs[0]}.again` : inputs[0]!
  if (!isWhole(Number(layer[1]), weights)) return [{ ...node, inputs: [from, ...inputs.slice(1)] }]
  const constants = inputs.slice(1)
  return [
    ...constants.map(
      (name): GraphNode => ({
        op: 'DequantizeLinear',
        inputs: [`${name}.whole`, `${name}.scale`, `${name}.zero`],
        output: name,
        attributes: { axis: 0 },
      }),
    ),
    { ...node, inputs: [from, ...constants] },
  ]
}

/** onnxruntime melts this, the layer before and the layer behind into one that computes in whole numbers. */
const throughWhole = (name: string): GraphNode[] => [
  { op: 'QuantizeLinear', inputs: [name, `${name}.scale`, `${name}.zero`], output: `${name}.whole` },
  { op: 'DequantizeLinear', inputs: [`${name}.whole`, `${name}.scale`, `${name}.zero`], output: `${name}.again` },
]

const answerScale = (layer: number, most: number): Constant[] => [
  { name: `relu${layer}.scale`, shape: [], values: Float32Array.of(most / MOST_ANSWER) },
  { name: `relu${layer}.zero`, shape: [], whole: Uint8Array.of(0) },
]

/** Weights and bias of one layer, whose input has steps of `inputStep`. */
function wholeLayer(tensors: readonly Tensor[], layer: number, inputStep: number): Constant[] {
  const [weight, bias] = ['weight', 'bias'].map((kind) => tensors.find(({ name }) => name === `conv${layer}.${kind}`))
  if (!weight || !bias) throw new Error(`the weight file lacks layer ${layer}`)
  const channels = bias.values.length
  const each = weight.values.length / channels
  const steps = Float32Array.from({ length: channels }, (_, channel) => {
    const own = weight.values.subarray(channel * each, (channel + 1) * each)
    return own.reduce((most, value) => Math.max(most, Math.abs(value)), LEAST_WEIGHT) / MOST_WEIGHT
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
