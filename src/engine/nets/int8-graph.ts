// The graph of a net that counts in whole numbers where it computes most (engine study §2.2, decision 0020): answers of which the file
// tells the span (training/calibrate.py) are 8 bits without sign, and a convolution between two such answers has weights of 7 bits with
// sign, scaled per channel. First layer, last layer and what is beside them stay floats: there is little to gain and most to lose.
import type { Constant, Graph, GraphNode } from './onnx-graph.ts'
import type { Tensor } from './read-weights.ts'

/** The least and the largest value of an answer; zero is between them, or one of them. */
export type Span = readonly [number, number]
/** By the names that answers have in the graph. */
export type Spans = Readonly<Record<string, Span>>

const MOST_ANSWER = 255
/**
 * One bit less than there is: processors without dot products of 8 bits (VNNI) add two products in 16 bits, and 2 × 255 × 63 just
 * fits. So no processor cuts a sum, and all compute the same. Costs 0.003 dB against 127.
 */
const MOST_WEIGHT = 63
/** A channel of zeros must have a step too, and its bias must fit into 32 bits. */
const LEAST_WEIGHT = 1e-4

export function int8Graph(graph: Graph, spans: Spans): Graph {
  const layers = new Map(wholeLayersOf(graph, spans).map((node) => [node.output, node]))
  const own = new Set([...layers.values()].flatMap(({ inputs }) => inputs.slice(1)))
  return {
    ...graph,
    nodes: graph.nodes.flatMap((node) => [
      ...(layers.has(node.output) ? node.inputs.slice(1).map(weightsBack) : []),
      { ...node, inputs: node.inputs.map((name) => (isReadBack(name, node) ? `${name}.again` : name)) },
      ...(spans[node.output] ? throughWhole(node.output) : []),
    ]),
    constants: [
      ...graph.constants.filter(({ name }) => !own.has(name)),
      ...Object.entries(spans).flatMap(([name, span]) => answerScale(name, span)),
      ...[...layers.values()].flatMap((node) => wholeLayer(node, graph, stepOf(spans[node.inputs[0]!]!))),
    ],
  }

  /** Sums go on in floats: only what is multiplied, and what a layer of whole numbers answered, is read as it was rounded. */
  function isReadBack(name: string, { op }: GraphNode): boolean {
    return name in spans && (op === 'Conv' || layers.has(name))
  }
}

/** Convolutions of an answer with a span to one, or to the part above zero of one. */
function wholeLayersOf({ nodes }: Graph, spans: Spans): GraphNode[] {
  const bent = new Map(nodes.filter(({ op }) => op === 'Relu').map(({ inputs, output }) => [inputs[0], output]))
  return nodes.filter(({ op, inputs, output }) => {
    const answer = bent.get(output) ?? output
    return op === 'Conv' && inputs[0]! in spans && answer in spans
  })
}

const weightsBack = (name: string): GraphNode => ({
  op: 'DequantizeLinear',
  inputs: [`${name}.whole`, `${name}.scale`, `${name}.zero`],
  output: name,
  attributes: { axis: 0 },
})

/** onnxruntime melts this, the layer before and the layer behind into one that computes in whole numbers. */
const throughWhole = (name: string): GraphNode[] => [
  { op: 'QuantizeLinear', inputs: [name, `${name}.scale`, `${name}.zero`], output: `${name}.whole` },
  { op: 'DequantizeLinear', inputs: [`${name}.whole`, `${name}.scale`, `${name}.zero`], output: `${name}.again` },
]

const stepOf = ([least, most]: Span) => (most - least) / MOST_ANSWER

const answerScale = (name: string, span: Span): Constant[] => [
  { name: `${name}.scale`, shape: [], values: Float32Array.of(stepOf(span)) },
  { name: `${name}.zero`, shape: [], whole: Uint8Array.of(Math.round(-span[0] / stepOf(span))) },
]

/** Weights and bias of one layer, whose input has steps of `inputStep`. */
function wholeLayer({ inputs }: GraphNode, { constants }: Graph, inputStep: number): Constant[] {
  const [weight, bias] = inputs.slice(1).map((wanted) => constants.find(({ name }) => name === wanted) as Tensor)
  if (!weight || !bias) throw new Error(`the graph lacks ${inputs.slice(1)}`)
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
