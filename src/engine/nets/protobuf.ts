// As much of the protocol buffer encoding as an ONNX graph needs: integers, floats, texts, bytes and nested messages. A message is a
// list of parts until the end, so that the weights of a large net are copied once and not once for every level of nesting.

const VARINT = 0
const BYTES = 2
const FIXED32 = 5

/** Bytes in order. */
export interface Message {
  readonly length: number
  readonly parts: readonly Uint8Array[]
}

/** Written as a 32-bit float. */
export interface FloatValue {
  readonly float: number
}

/** A field of a message; a list is a repeated field. */
export type Field = readonly [number: number, value: number | string | Uint8Array | Message | FloatValue]

export function message(fields: readonly Field[]): Message {
  const parts = fields.flatMap(([number, value]) => encode(number, value))
  return { length: parts.reduce((sum, part) => sum + part.length, 0), parts }
}

export const bytesOf = ({ parts, length }: Message): Uint8Array => Buffer.concat(parts, length)

function encode(number: number, value: Field[1]): readonly Uint8Array[] {
  if (typeof value === 'number') return [varint((number << 3) | VARINT), varint(value)]
  if (typeof value === 'object' && 'float' in value)
    return [varint((number << 3) | FIXED32), new Uint8Array(Float32Array.of(value.float).buffer)]
  const bytes = typeof value === 'string' ? Buffer.from(value, 'utf8') : value
  return [varint((number << 3) | BYTES), varint(bytes.length), ...('parts' in bytes ? bytes.parts : [bytes])]
}

function varint(value: number): Uint8Array {
  const bytes: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Uint8Array.from([...bytes, rest])
    bytes.push((rest % 128) | 128)
  }
}
