// WebAssembly vectors of four single-precision numbers, lane by lane: `import * as four`. Each lane is computed as if it were alone,
// so a sample gets the same bits wherever it lies in a tile.
import { addInt, binary, type Code, get, int, lanes, memoryArgument, set, shiftLeft, vector } from './wasm-emitter.ts'

export const LANES = 4
export const F32_BYTES = 4
const SINGLE_SHIFT = Math.log2(F32_BYTES)
/** Bytes of a vector. */
export const VECTOR_BYTES = LANES * F32_BYTES

const unary = (opcode: number) => {
  const bytes = vector(opcode)
  return (a: Code): Code => [...a, ...bytes]
}

export const add = binary(...vector(0xe4))
export const subtract = binary(...vector(0xe5))
export const times = binary(...vector(0xe6))
export const divide = binary(...vector(0xe7))
export const least = binary(...vector(0xe8))
export const most = binary(...vector(0xe9))
export const root = unary(0xe3)
export const negative = unary(0xe1)
export const floor = unary(0x68)
export const magnitude = unary(0xe0)
/** All bits of a lane, or none. */
export const isAtLeast = binary(...vector(0x46))
export const and = binary(...vector(0x4e))
export const or = binary(...vector(0x50))
/** One bit for each lane, as an integer. */
export const laneBits = unary(0xa4)
/** Lanes of `a` where the mask's bits are set, of `b` elsewhere. */
export const select = (a: Code, b: Code, mask: Code): Code => [...a, ...b, ...mask, ...vector(0x52)]

const single = (value: number): Code => [0x43, ...new Uint8Array(Float32Array.of(value).buffer)]

/** The same number in all lanes. */
export function constant(value: number): Code {
  const bytes = new Uint8Array(Float32Array.of(value, value, value, value).buffer)
  return [...vector(0x0c), ...bytes]
}
export const constants = (values: readonly number[]): Code => [
  ...vector(0x0c),
  ...new Uint8Array(Float32Array.from(values).buffer),
]

/** Address of the number `index` numbers after `base`. */
export const at = (base: Code, index: Code): Code => addInt(base, shiftLeft(index, int(SINGLE_SHIFT)))

export const load = (address: Code, offset = 0): Code => [...address, ...vector(0x00), ...memoryArgument(2, offset)]
/** One number from memory in all lanes. */
export const loadSplat = (address: Code, offset = 0): Code => [
  ...address,
  ...vector(0x09),
  ...memoryArgument(2, offset),
]
export const store = (address: Code, offset: number, value: Code): Code => [
  ...address,
  ...value,
  ...vector(0x0b),
  ...memoryArgument(2, offset),
]

const laneBytes = (lane: number) => [0, 1, 2, 3].map((i) => F32_BYTES * lane + i)
/** Four lanes out of two vectors, whose lanes are numbered 0–3 and 4–7. */
const mixed = (order: readonly number[]) => lanes(order.flatMap(laneBytes))
/** One lane in all. */
export const spread = (value: Code, lane: number): Code => mixed([lane, lane, lane, lane])(value, value)

export const withFirstLane = (a: Code, value: number): Code => [...a, ...single(value), ...vector(0x20), 0]
/** Their sum in all lanes. */
export const sumOfLanes = (value: Code): Code =>
  [1, 2, 3].reduce((sum, i) => add(sum, spread(value, i)), spread(value, 0))

/** Integers of a vector without fractions, and back. */
export const intsOf = unary(0xf8)
export const singlesOf = unary(0xfa)
export const addInts = binary(...vector(0xae))
export const timesInts = binary(...vector(0xb5))
export const splatInt = unary(0x11)
export const intOfLane = (a: Code, lane: number): Code => [...a, ...vector(0x1b), lane]

const PAIRS = { low: mixed([0, 4, 1, 5]), high: mixed([2, 6, 3, 7]) }
const HALVES = { low: mixed([0, 1, 4, 5]), high: mixed([2, 3, 6, 7]) }

/** Turns four vectors in locals `rows` into their columns, in place; `spare` are two more locals. */
export function transpose(rows: readonly number[], spare: readonly number[]): Code {
  const [a, b, c, d] = rows as [number, number, number, number]
  const [e, f] = spare as [number, number]
  return [
    ...set(e, PAIRS.low(get(a), get(b))),
    ...set(b, PAIRS.high(get(a), get(b))),
    ...set(f, PAIRS.low(get(c), get(d))),
    ...set(d, PAIRS.high(get(c), get(d))),
    ...set(a, HALVES.low(get(e), get(f))),
    ...set(c, HALVES.low(get(b), get(d))),
    ...set(d, HALVES.high(get(b), get(d))),
    ...set(b, HALVES.high(get(e), get(f))),
  ]
}
