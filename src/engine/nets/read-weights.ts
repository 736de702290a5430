// Reads a weight file of models/ (engine study §3.7): `HYNW`, header length, header as JSON, tensors as 16-bit floats, and the
// output for the check pattern. training/container.py writes it. Whatever is wrong with a file is an exception, never a wrong net.
import { createHash } from 'node:crypto'

const MAGIC = 'HYNW'
const LENGTH_BYTES = 4
const HALF_BYTES = 2
const FORMAT = 2

/** The least and the largest value of an activation; zero is between them, or one of them. */
export type ActivationRange = readonly [number, number]
/** By the names that activations have in the graph. */
export type ActivationRanges = Readonly<Record<string, ActivationRange>>

interface Header {
  readonly format: number
  readonly kind: string
  readonly factor: number
  readonly depth: number
  readonly planesIn: number
  readonly planesOut: number
  readonly maps: number
  readonly grid: number
  readonly blocks: number
  readonly widths: readonly number[]
  readonly pairs: readonly number[]
  readonly tensors: readonly { readonly name: string; readonly shape: readonly number[] }[]
  /** Side of the check pattern in pixels. */
  readonly checkSidePx: number
  /** Activation ranges; the file's own word. */
  readonly spans?: ActivationRanges
  readonly bodySha256: string
}

export interface Tensor {
  readonly name: string
  readonly shape: readonly number[]
  readonly values: Float32Array
}

interface Layers {
  readonly tensors: readonly Tensor[]
  readonly checkSidePx: number
  /** What the trained net gives for the check pattern, as the training computed it. */
  readonly referenceOutput: Float32Array
  /** Ranges of the activations between the first layer and the last (training/calibrate.py); without them the net computes in floats. */
  readonly activationRanges?: ActivationRanges
}

export interface Weights extends Layers {
  readonly factor: number
  /** Hidden layers between the first and the last. */
  readonly depth: number
}

/** A net whose output has the size of its input. */
export interface RefineWeights extends Layers {
  readonly planesIn: number
  readonly planesOut: number
  /** Maps of one value each. */
  readonly maps: number
  /** Side of the blocks whose place is an input of the net; 0 = it is not. */
  readonly grid: number
  /** Residual pairs of layers between the first and the last. */
  readonly blocks: number
}

/** A net that segments damage, level after level from half of the picture's size down. */
export interface MaskWeights extends Layers {
  /** Planes of each level. */
  readonly widths: readonly number[]
  /** Residual pairs of layers of each level on the way down; on the way up each level but the smallest has one. */
  readonly pairs: readonly number[]
}

export function readWeights(file: Buffer): Weights {
  const { header, body } = open(file, 'enlarge')
  const { factor, depth } = header
  return { factor, depth, ...valuesOf(header, body, (header.checkSidePx * factor) ** 2) }
}

/** The stored output is that of the layers, at half size: four phases of each plane. */
export function readRefineWeights(file: Buffer): RefineWeights {
  const { header, body } = open(file, 'same-size')
  const { planesIn, planesOut, maps, grid, blocks, checkSidePx } = header
  return {
    planesIn,
    planesOut,
    maps,
    grid,
    blocks,
    ...valuesOf(header, body, 4 * planesOut * checkSidePx ** 2),
  }
}

export function readMaskWeights(file: Buffer): MaskWeights {
  const { header, body } = open(file, 'mark')
  const { widths, pairs, checkSidePx } = header
  return { widths, pairs, ...valuesOf(header, body, checkSidePx ** 2) }
}

function open(file: Buffer, kind: string): { header: Header; body: Buffer } {
  if (file.toString('latin1', 0, MAGIC.length) !== MAGIC) throw new Error('not a weight file')
  const bodyAt = MAGIC.length + LENGTH_BYTES + file.readUInt32LE(MAGIC.length)
  const header: Header = JSON.parse(file.toString('utf8', MAGIC.length + LENGTH_BYTES, bodyAt))
  if (header.format !== FORMAT || header.kind !== kind) throw new Error('a weight file of another kind')
  const body = file.subarray(bodyAt)
  const hash = createHash('sha256').update(body).digest('hex')
  if (hash !== header.bodySha256) throw new Error('the weight file is damaged')
  return { header, body }
}

function valuesOf({ tensors, checkSidePx, spans }: Header, body: Buffer, outputCount: number): Layers {
  const take = halfReader(body)
  return {
    tensors: tensors.map(({ name, shape }) => ({ name, shape, values: take(sizeOf(shape)) })),
    checkSidePx,
    referenceOutput: take(outputCount),
    activationRanges: spans,
  }
}

const sizeOf = (shape: readonly number[]) => shape.reduce((product, side) => product * side, 1)

function halfReader(body: Buffer): (count: number) => Float32Array {
  let at = 0
  return (count) => {
    const from = at
    at += count * HALF_BYTES
    if (at > body.length) throw new Error('the weight file is too short')
    return Float32Array.from({ length: count }, (_, i) => halfToNumber(body.readUInt16LE(from + i * HALF_BYTES)))
  }
}

/** IEEE 754 binary16. */
function halfToNumber(half: number): number {
  const sign = half & 0x8000 ? -1 : 1
  const exponent = (half >> 10) & 0x1f
  const fraction = half & 0x3ff
  if (exponent === 0) return sign * fraction * 2 ** -24
  if (exponent === 0x1f) throw new Error('a weight is not a number')
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15)
}
