// The two files of a net as ncnn keeps them: `.param` names the layers, `.bin` holds their numbers without names, in the same order.
// Only what the known architectures use is read; anything else is an exception, never a wrong net. Nothing in them is executed.

export interface NcnnLayer {
  readonly type: string
  readonly inputs: readonly string[]
  readonly outputs: readonly string[]
  /** A list for keys that hold one. */
  readonly keys: ReadonlyMap<number, readonly number[]>
}

const MAGIC = '7767517'
const MOST_LAYERS = 2000
/** Key −23300 − k holds a list for key k, its first number is the length. */
const LIST_KEYS_FROM = -23300

export function readParam(text: string): NcnnLayer[] {
  const [magic, counts, ...lines] = text.trimEnd().split('\n')
  if (magic?.trim() !== MAGIC) throw new Error('not a .param file')
  const [layerCount, blobCount] = words(counts).map(Number)
  if (layerCount !== lines.length || lines.length > MOST_LAYERS) throw new Error('the .param file names another count')
  const layers = lines.map(readLayer)
  const blobs = new Set(layers.flatMap(({ outputs }) => outputs))
  if (blobs.size !== blobCount) throw new Error('the .param file names another count of blobs')
  return layers
}

const words = (line = '') => line.trim().split(/\s+/)

function readLayer(line: string): NcnnLayer {
  const [type = '', , inputCount, outputCount, ...rest] = words(line)
  const [inputs, outputs] = [Number(inputCount), Number(outputCount)]
  const keys = new Map(rest.slice(inputs + outputs).map(readKey))
  return { type, inputs: rest.slice(0, inputs), outputs: rest.slice(inputs, inputs + outputs), keys }
}

function readKey(word: string): [number, number[]] {
  const [name, text = ''] = word.split('=')
  const key = Number(name)
  const values = text.split(',').map(Number)
  if (!Number.isInteger(key) || !values.every(Number.isFinite)) throw new Error(`not a key: ${word}`)
  if (key > LIST_KEYS_FROM) return [key, values.slice(0, 1)]
  if (values[0] !== values.length - 1) throw new Error(`a list of another length: ${word}`)
  return [LIST_KEYS_FROM - key, values.slice(1)]
}

export const numberOf = ({ keys }: NcnnLayer, key: number, absent = 0): number => keys.get(key)?.[0] ?? absent

const TAG_BYTES = 4
const FLOAT_BYTES = 4
const HALF_BYTES = 2
/** Weights as 16-bit floats; 0 stands for 32 bits. Integers and tables have other tags and are not read. */
const HALF_TAG = 0x01306b47

export interface BinReader {
  /** The weights of a convolution, with their tag. */
  weights(count: number): Float32Array
  floats(count: number): Float32Array
  /** Every byte must have been read. */
  end(): void
}

export function readBin(file: Buffer): BinReader {
  let at = 0
  const take = (bytes: number): ArrayBuffer => {
    const from = file.byteOffset + at
    at += bytes
    if (at > file.length) throw new Error('the .bin file is too short')
    return file.buffer.slice(from, from + bytes) as ArrayBuffer
  }
  const floats = (count: number) => finite(new Float32Array(take(FLOAT_BYTES * count)))
  return {
    floats,
    weights(count) {
      const tag = new Uint32Array(take(TAG_BYTES))[0]
      if (tag === 0) return floats(count)
      if (tag !== HALF_TAG) throw new Error('weights of a form that is not read')
      const bytes = HALF_BYTES * count
      return finite(floatsOf(new Uint16Array(take(bytes + (bytes % FLOAT_BYTES))).subarray(0, count)))
    },
    end() {
      if (at !== file.length) throw new Error('the .bin file is too long')
    },
  }
}

function finite(values: Float32Array): Float32Array {
  if (!values.every(Number.isFinite)) throw new Error('a weight is not a number')
  return values
}

let halves: Float32Array | undefined

/** IEEE 754 binary16, by a table: a large net has seventeen million of them. */
function floatsOf(numbers: Uint16Array): Float32Array {
  halves ??= Float32Array.from({ length: 1 << 16 }, (_, half) => halfValue(half))
  const result = new Float32Array(numbers.length)
  for (let i = 0; i < result.length; i++) result[i] = halves[numbers[i]!]!
  return result
}

function halfValue(half: number): number {
  const [sign, exponent, fraction] = [half & 0x8000 ? -1 : 1, (half >> 10) & 0x1f, half & 0x3ff]
  if (exponent === 0) return sign * fraction * 2 ** -24
  return exponent === 0x1f ? Number.NaN : sign * (1 + fraction / 1024) * 2 ** (exponent - 15)
}
