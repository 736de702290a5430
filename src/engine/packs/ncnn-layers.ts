// Layers and numbers of the two ncnn files together, checked: known types with known keys, channels and sizes that fit each other.
import { type BinReader, type NcnnLayer, numberOf } from './read-ncnn.ts'

/** What a net may be made of; the manifest says which, never the files. */
export const ARCHITECTURES = {
  'srvgg-compact': ['Input', 'Convolution', 'PReLU', 'Split', 'BinaryOp', 'Interp', 'PixelShuffle'],
  rrdb: ['Input', 'Convolution', 'Split', 'Concat', 'Eltwise', 'BinaryOp', 'Interp'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type Architecture = keyof typeof ARCHITECTURES

export interface Convolution {
  readonly type: 'convolution'
  readonly input: string
  readonly output: string
  readonly channels: { readonly from: number; readonly to: number }
  readonly weights: Float32Array
  readonly bias: Float32Array
  /** Slope of a leaky ReLU that follows. */
  readonly slope?: number
}

export type PackLayer =
  | Convolution
  | { readonly type: 'prelu'; readonly input: string; readonly output: string; readonly slopes: Float32Array }
  | { readonly type: 'concat'; readonly inputs: readonly string[]; readonly output: string }
  | {
      readonly type: 'sum'
      readonly inputs: readonly [string, string]
      readonly output: string
      /** Part of the first input; the second counts whole. */
      readonly part: number
    }
  | { readonly type: 'nearest' | 'shuffle'; readonly input: string; readonly output: string; readonly factor: number }

export interface PackNet {
  readonly input: string
  readonly output: string
  readonly factor: number
  readonly layers: readonly PackLayer[]
}

const RGB = 3
const KERNEL_PX = 3
const MOST_CHANNELS = 256
const LEAKY_RELU = 2
const SUM = 1
const NEAREST = 1
const KEYS: Readonly<Record<string, readonly number[]>> = {
  Input: [],
  Split: [],
  Convolution: [0, 1, 4, 5, 6, 9, 10],
  PReLU: [0],
  Concat: [0],
  Eltwise: [0, 1],
  BinaryOp: [0],
  Interp: [0, 1, 2],
  PixelShuffle: [0, 1],
}

/** What is known of a blob: its channels, and how many times as large as the input it is. */
interface Shape {
  readonly channels: number
  readonly scale: number
}

/** Throws what is wrong; the numbers are read to the last byte. */
export function packNet(layers: readonly NcnnLayer[], bin: BinReader, architecture: Architecture): PackNet {
  const state: State = { shapes: new Map(), names: new Map(), bin, layers: [] }
  const known: readonly string[] = ARCHITECTURES[architecture]
  for (const layer of layers) {
    if (!known.includes(layer.type)) throw new Error(`${layer.type} is no layer of ${architecture}`)
    for (const key of layer.keys.keys())
      if (!KEYS[layer.type]!.includes(key)) throw new Error(`${layer.type} with key ${key} is not read`)
    addLayer(state, layer)
  }
  bin.end()
  const input = layers.find(({ type }) => type === 'Input')?.outputs[0]
  const output = state.layers.at(-1)?.output
  const shape = output === undefined ? undefined : state.shapes.get(output)
  if (input === undefined || output === undefined || shape?.channels !== RGB)
    throw new Error('the net gives no colours')
  return { input, output, factor: shape.scale, layers: state.layers }
}

interface State {
  readonly shapes: Map<string, Shape>
  /** Source blob of each output of a split. */
  readonly names: Map<string, string>
  readonly bin: BinReader
  readonly layers: PackLayer[]
}

function addLayer(state: State, layer: NcnnLayer): void {
  const inputs = layer.inputs.map((name) => state.names.get(name) ?? name)
  if (layer.type === 'Split') {
    for (const name of layer.outputs) state.names.set(name, inputs[0]!)
    return
  }
  const [output] = layer.outputs
  if (output === undefined || layer.outputs.length > 1 || state.shapes.has(output))
    throw new Error(`${layer.type} has no output of its own`)
  const shapes = inputs.map((name) => state.shapes.get(name))
  if (!shapes.every((shape) => shape !== undefined)) throw new Error(`${layer.type} reads what nothing made`)
  const { shape, made } = layerOf(layer, { inputs, shapes, output, bin: state.bin })
  if (!(shape.channels >= 1 && shape.channels <= MOST_CHANNELS)) throw new Error(`${layer.type}: too many channels`)
  state.shapes.set(output, shape)
  if (made) state.layers.push(made)
}

interface Around {
  readonly inputs: readonly string[]
  readonly shapes: readonly Shape[]
  readonly output: string
  readonly bin: BinReader
}

interface Made {
  readonly shape: Shape
  /** Absent for the input. */
  readonly made?: PackLayer
}

function layerOf(layer: NcnnLayer, around: Around): Made {
  if (layer.type === 'Input') return { shape: { channels: RGB, scale: 1 } }
  const { inputs, output, bin } = around
  const [first] = around.shapes
  if (!first) throw new Error(`${layer.type} reads nothing`)
  if (layer.type === 'Concat') return concatOf(layer, around, first)
  if (layer.type === 'Eltwise' || layer.type === 'BinaryOp') return sumOf(layer, around, first)
  const from = { input: inputs[0]!, output }
  if (layer.type === 'Convolution') {
    const made = convolution(layer, from, first.channels, bin)
    return { shape: { ...first, channels: made.channels.to }, made }
  }
  if (layer.type !== 'PReLU') return resizeOf(layer, from, first)
  if (numberOf(layer, 0) !== first.channels) throw new Error('PReLU with another count of slopes')
  return { shape: first, made: { ...from, type: 'prelu', slopes: bin.floats(first.channels) } }
}

function concatOf(layer: NcnnLayer, { inputs, shapes, output }: Around, first: Shape): Made {
  if (numberOf(layer, 0) !== 0) throw new Error('Concat along another axis')
  if (shapes.some(({ scale }) => scale !== first.scale)) throw new Error('Concat of different sizes')
  const channels = shapes.reduce((sum, shape) => sum + shape.channels, 0)
  return { shape: { ...first, channels }, made: { type: 'concat', inputs, output } }
}

function sumOf(layer: NcnnLayer, { inputs, shapes, output }: Around, first: Shape): Made {
  const isWeighted = layer.type === 'Eltwise'
  const [part = 1, rest = 1] = isWeighted ? (layer.keys.get(1) ?? []) : []
  const isSum = numberOf(layer, 0) === (isWeighted ? SUM : 0) && rest === 1 && inputs.length === 2
  const isAlike = shapes.every(({ scale, channels }) => scale === first.scale && channels === first.channels)
  if (!isSum || !isAlike) throw new Error(`${layer.type} is no sum of two`)
  return { shape: first, made: { type: 'sum', inputs: [inputs[0]!, inputs[1]!], output, part } }
}

interface FromTo {
  readonly input: string
  readonly output: string
}

function resizeOf(layer: NcnnLayer, from: FromTo, first: Shape): Made {
  const isNearest = layer.type === 'Interp'
  const factor = numberOf(layer, isNearest ? 1 : 0)
  const isKnown = isNearest ? numberOf(layer, 0) === NEAREST && numberOf(layer, 2) === factor : numberOf(layer, 1) === 0
  if (!isKnown || !isFactor(factor)) throw new Error(`${layer.type} of a kind that is not read`)
  const channels = isNearest ? first.channels : first.channels / factor ** 2
  return {
    shape: { channels, scale: first.scale * factor },
    made: { ...from, type: isNearest ? 'nearest' : 'shuffle', factor },
  }
}

const isFactor = (factor: number) => factor === 2 || factor === 3 || factor === 4

function convolution(layer: NcnnLayer, from: FromTo, channels: number, bin: BinReader): Convolution {
  const [to, count] = [numberOf(layer, 0), numberOf(layer, 6)]
  const isPlain = numberOf(layer, 1) === KERNEL_PX && numberOf(layer, 4) === 1 && numberOf(layer, 5) === 1
  if (!isPlain || count !== to * channels * KERNEL_PX ** 2 || to > MOST_CHANNELS)
    throw new Error('Convolution of a kind that is not read')
  const activation = numberOf(layer, 9)
  if (activation !== 0 && activation !== LEAKY_RELU) throw new Error('Convolution with another activation')
  const slope = activation === LEAKY_RELU ? { slope: numberOf(layer, 10) } : {}
  const weights = bin.weights(count)
  return { ...from, type: 'convolution', channels: { from: channels, to }, weights, bias: bin.floats(to), ...slope }
}
