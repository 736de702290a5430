// Runs the graph of a net by plain loops, its int8 layers as a processor without dot products of 8 bits (VNNI)
// does: two products are added in a 16-bit sum, which saturates, and only then added to the large sum.
// Square inputs only.
import type { Constant, Graph, GraphNode } from '../nets/onnx-graph.ts'
import type { NetSession } from '../nets/session.ts'

interface Planes {
  readonly side: number
  readonly planes: readonly Float64Array[]
}

/** `mostPairSum` is 32767 on the processors that are meant. */
export function wholeNumberProcessor(graph: Graph, mostPairSum: number): NetSession {
  const constants = new Map(graph.constants.map((constant) => [constant.name, constant]))
  const makers = new Map(graph.nodes.map((node) => [node.output, node]))
  const compute = (node: GraphNode, values: Map<string, Planes>): Planes | undefined => {
    const input = values.get(node.inputs[0]!)
    // The weights of an int8 layer: its convolution reads them itself.
    if (!input) return undefined
    if (node.op === 'Conv') return convolved(input, node, constants, makers, mostPairSum)
    if (node.op === 'Add') return added(input, values.get(node.inputs[1]!)!)
    if (node.op === 'Slice') return sliced(input, numbersOf(constants, node.inputs[1]!)[0]!)
    if (node.op === 'DepthToSpace') return pixelShuffled(input, Number(node.attributes?.blocksize))
    if (node.op === 'Relu') return mapped(input, (value) => Math.max(0, value))
    const { step, zero } = scaleOf(node, constants)
    if (node.op === 'QuantizeLinear')
      return mapped(input, (value) => Math.max(0, Math.min(255, Math.round(value / step) + zero)))
    if (node.op === 'DequantizeLinear') return mapped(input, (value) => (value - zero) * step)
    throw new Error(`no ${node.op} here`)
  }
  return {
    run(samples, channels, width) {
      const planes = Array.from({ length: channels }, (_, i) =>
        Float64Array.from(samples.subarray(i * width ** 2, (i + 1) * width ** 2)),
      )
      const values = new Map<string, Planes>([[graph.input, { side: width, planes }]])
      for (const node of graph.nodes) {
        const value = compute(node, values)
        if (value) values.set(node.output, value)
      }
      return Promise.resolve(Float32Array.from(values.get(graph.output)!.planes.flatMap((plane) => [...plane])))
    },
  }
}

function numbersOf(constants: ReadonlyMap<string, Constant>, name: string): ArrayLike<number> {
  const constant = constants.get(name)
  if (!constant) throw new Error(`no constant ${name}`)
  if ('integers' in constant) return constant.integers
  return 'whole' in constant ? constant.whole : constant.values
}

function scaleOf({ inputs }: GraphNode, constants: ReadonlyMap<string, Constant>) {
  const [step, zero] = [inputs[1]!, inputs[2]!].map((name) => numbersOf(constants, name)[0]!)
  return { step: step!, zero: zero! }
}

const mapped = ({ side, planes }: Planes, change: (value: number) => number): Planes => ({
  side,
  planes: planes.map((plane) => plane.map(change)),
})

function convolved(
  input: Planes,
  { inputs, attributes }: GraphNode,
  constants: ReadonlyMap<string, Constant>,
  makers: ReadonlyMap<string, GraphNode>,
  mostPairSum: number,
): Planes {
  const [from, weight, bias] = inputs as [string, string, string | undefined]
  const border = attributes?.pads ? 1 : 0
  const stride = Array.isArray(attributes?.strides) ? attributes.strides[0]! : 1
  const wholeWeight = makers.get(weight)
  if (!wholeWeight) {
    const biases = bias ? numbersOf(constants, bias) : undefined
    const layer = { shape: shapeOf(constants, weight), weights: numbersOf(constants, weight), biases }
    return everyOf(stride, laidOn(bordered(input, border, 0), layer))
  }
  // Back to the integers that the step before it made.
  const { step: inputStep, zero } = scaleOf(makers.get(from)!, constants)
  const [wholeName, stepsName] = wholeWeight.inputs as [string, string]
  const steps = numbersOf(constants, stepsName)
  const layer: Layer = {
    shape: shapeOf(constants, wholeName),
    weights: numbersOf(constants, wholeName),
    biases: numbersOf(constants, makers.get(bias!)!.inputs[0]!),
    mostPairSum,
  }
  const numbers = mapped(input, (value) => Math.round(value / inputStep) + zero)
  const { side, planes } = everyOf(stride, laidOn(bordered(numbers, border, zero), layer))
  // The zero point was multiplied too, in every product.
  const offsets = weightSums(layer).map((sum) => zero * sum)
  return { side, planes: planes.map((plane, i) => plane.map((sum) => (sum - offsets[i]!) * inputStep * steps[i]!)) }
}

function shapeOf(constants: ReadonlyMap<string, Constant>, name: string): readonly number[] {
  const constant = constants.get(name)
  return constant && 'shape' in constant ? constant.shape : []
}

interface Layer {
  /** Channels out, channels in, kernel, kernel. */
  readonly shape: readonly number[]
  readonly weights: ArrayLike<number>
  readonly biases?: ArrayLike<number>
  readonly mostPairSum?: number
}

function weightSums({ shape, weights }: Layer): number[] {
  const each = weights.length / shape[0]!
  return Array.from({ length: shape[0]! }, (_, channel) => {
    let sum = 0
    for (let i = channel * each; i < (channel + 1) * each; i++) sum += weights[i]!
    return sum
  })
}

function bordered({ side, planes }: Planes, border: number, value: number): Planes {
  if (border === 0) return { side, planes }
  const wide = side + 2 * border
  const grown = planes.map((plane) => {
    const target = new Float64Array(wide ** 2).fill(value)
    for (let y = 0; y < side; y++) target.set(plane.subarray(y * side, (y + 1) * side), (y + border) * wide + border)
    return target
  })
  return { side: wide, planes: grown }
}

/** Without padding; products of neighbouring input channels are added in pairs. */
function laidOn({ side, planes }: Planes, layer: Layer): Planes {
  const { shape, weights, biases, mostPairSum = Number.POSITIVE_INFINITY } = layer
  const [count, from, kernel] = shape as [number, number, number]
  const inner = side - kernel + 1
  const size = kernel ** 2
  const results = Array.from({ length: count }, (_, to) => {
    const target = new Float64Array(inner * inner).fill(biases?.[to] ?? 0)
    for (let first = 0; first < from; first += 2) {
      const one = planes[first]!
      const other = planes[first + 1]
      for (let k = 0; k < size; k++) {
        const a = weights[(to * from + first) * size + k]!
        const b = other ? weights[(to * from + first + 1) * size + k]! : 0
        const shift = Math.floor(k / kernel) * side + (k % kernel)
        for (let y = 0, at = 0; y < inner; y++) {
          for (let x = 0, of = y * side + shift; x < inner; x++, at++, of++) {
            const pair = a * one[of]! + (other ? b * other[of]! : 0)
            target[at]! += Math.max(-mostPairSum - 1, Math.min(mostPairSum, pair))
          }
        }
      }
    }
    return target
  })
  return { side: inner, planes: results }
}

function everyOf(stride: number, { side, planes }: Planes): Planes {
  const few = Math.ceil(side / stride)
  const taken = (plane: Float64Array) =>
    Float64Array.from({ length: few ** 2 }, (_, i) => plane[stride * (Math.floor(i / few) * side + (i % few))]!)
  return { side: few, planes: planes.map(taken) }
}

const added = (one: Planes, other: Planes): Planes => ({
  side: one.side,
  planes: one.planes.map((plane, i) => plane.map((value, at) => value + other.planes[i]![at]!)),
})

function sliced({ side, planes }: Planes, cut: number): Planes {
  const inner = side - 2 * cut
  const part = (plane: Float64Array) =>
    Float64Array.from(
      { length: inner * inner },
      (_, i) => plane[(Math.floor(i / inner) + cut) * side + (i % inner) + cut]!,
    )
  return { side: inner, planes: planes.map(part) }
}

function pixelShuffled({ side, planes }: Planes, factor: number): Planes {
  const wide = side * factor
  const result = Float64Array.from({ length: wide * wide }, (_, i) => {
    const [x, y] = [i % wide, Math.floor(i / wide)]
    const phase = (y % factor) * factor + (x % factor)
    return planes[phase]![Math.floor(y / factor) * side + Math.floor(x / factor)]!
  })
  return { side: wide, planes: [result] }
}
