// An ONNX model as bytes, made at load: the repository holds weights and readable code, no opaque graphs (engine study §3.7).
// Field numbers are those of onnx.proto3.
import { bytesOf, type Field, type FloatValue, type Message, message } from './protobuf.ts'
import type { Tensor } from './read-weights.ts'

/** A plain number is an integer. */
export type Attribute = number | string | readonly number[] | FloatValue

export interface GraphNode {
  readonly op: string
  readonly inputs: readonly string[]
  readonly output: string
  readonly attributes?: Readonly<Record<string, Attribute>>
}

export interface Graph {
  /** Names of the one input and the one output, float [1, channels, height, width] with free sides. */
  readonly input: string
  readonly output: string
  readonly channels: { readonly input: number; readonly output: number }
  readonly nodes: readonly GraphNode[]
  readonly constants: readonly Constant[]
}

export type Constant = Tensor | IntegerList | QuantizedTensor

export interface IntegerList {
  readonly name: string
  readonly integers: readonly number[]
}

/** What a net needs that computes in int8; without a shape, a single one. */
export interface QuantizedTensor {
  readonly name: string
  readonly shape: readonly number[]
  readonly whole: Int8Array | Uint8Array | Int32Array
}

const IR_VERSION = 8
const OPSET_VERSION = 17
const TYPE = { float: 1, uint8: 2, int8: 3, int32: 6, int64: 7 } as const
const ATTRIBUTE = { float: 1, integer: 2, text: 3, integers: 7 } as const

export function onnxModel({ input, output, channels, nodes, constants }: Graph): Uint8Array {
  const graph = message([
    ...nodes.map((node): Field => [1, nodeMessage(node)]),
    [2, 'net'],
    ...constants.map((constant): Field => [5, tensorMessage(constant)]),
    [11, planesInfo(input, channels.input)],
    [12, planesInfo(output, channels.output)],
  ])
  const opset = message([
    [1, ''],
    [2, OPSET_VERSION],
  ])
  return bytesOf(
    message([
      [1, IR_VERSION],
      [7, graph],
      [8, opset],
    ]),
  )
}

function nodeMessage({ op, inputs, output, attributes = {} }: GraphNode): Message {
  return message([
    ...inputs.map((name): Field => [1, name]),
    [2, output],
    [4, op],
    ...Object.entries(attributes).map(([name, value]): Field => [5, attributeMessage(name, value)]),
  ])
}

function attributeMessage(name: string, value: Attribute): Message {
  if (typeof value === 'number') {
    return message([
      [1, name],
      [3, value],
      [20, ATTRIBUTE.integer],
    ])
  }
  if (typeof value === 'string') {
    return message([
      [1, name],
      [4, value],
      [20, ATTRIBUTE.text],
    ])
  }
  if ('float' in value) {
    return message([
      [1, name],
      [2, value],
      [20, ATTRIBUTE.float],
    ])
  }
  return message([[1, name], ...value.map((one): Field => [8, one]), [20, ATTRIBUTE.integers]])
}

function tensorMessage(constant: Constant): Message {
  if ('integers' in constant) {
    const { name, integers } = constant
    const raw = new BigInt64Array(integers.map(BigInt))
    return message([
      [1, integers.length],
      [2, TYPE.int64],
      [8, name],
      [9, new Uint8Array(raw.buffer)],
    ])
  }
  const { name, shape } = constant
  const numbers = 'whole' in constant ? constant.whole : constant.values
  return message([
    ...shape.map((side): Field => [1, side]),
    [2, typeOf(numbers)],
    [8, name],
    [9, new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength)],
  ])
}

function typeOf(numbers: Float32Array | QuantizedTensor['whole']): number {
  if (numbers instanceof Int8Array) return TYPE.int8
  if (numbers instanceof Uint8Array) return TYPE.uint8
  return numbers instanceof Int32Array ? TYPE.int32 : TYPE.float
}

function planesInfo(name: string, channels: number): Message {
  const dimensions: Field[] = [
    [1, message([[1, 1]])],
    [1, message([[1, channels]])],
    [1, message([[2, `${name}_height`]])],
    [1, message([[2, `${name}_width`]])],
  ]
  const type = message([
    [1, TYPE.float],
    [2, message(dimensions)],
  ])
  return message([
    [1, name],
    [2, message([[1, type]])],
  ])
}
