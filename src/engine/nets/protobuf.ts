// As much of the protocol buffer encoding as an ONNX graph needs: numbers, texts, bytes and nested messages.

const VARINT = 0
const BYTES = 2

/** A field of a message; a list is a repeated field. */
export type Field = readonly [number: number, value: number | string | Uint8Array]

export function message(fields: readonly Field[]): Uint8Array {
  return Buffer.concat(fields.flatMap(([number, value]) => encode(number, value)))
}

function encode(number: number, value: number | string | Uint8Array): Uint8Array[] {
  if (typeof value === 'number') return [varint((number << 3) | VARINT), varint(value)]
  const bytes = typeof value === 'string' ? Buffer.from(value, 'utf8') : value
  return [varint((number << 3) | BYTES), varint(bytes.length), bytes]
}

function varint(value: number): Uint8Array {
  const bytes: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Uint8Array.from([...bytes, rest])
    bytes.push((rest % 128) | 128)
  }
}
