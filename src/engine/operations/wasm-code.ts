// A few WebAssembly instructions as bytes, enough to write a kernel of two-lane doubles in readable TypeScript: the repository
// holds no compiled code. Numbers are those of the WebAssembly core specification 2.0.

/** Instructions, one after another; an expression leaves one value on the stack. */
export type Code = readonly number[]

const I32 = 0x7f
const V128 = 0x7b
const F64 = 0x7c
const BLOCK_WITHOUT_RESULT = 0x40

function unsigned(value: number): number[] {
  const low = value & 0x7f
  return value < 0x80 ? [low] : [low | 0x80, ...unsigned(value >>> 7)]
}

function signed(value: number): number[] {
  const low = value & 0x7f
  const rest = value >> 7
  const ends = (rest === 0 && !(low & 0x40)) || (rest === -1 && low & 0x40)
  return ends ? [low] : [low | 0x80, ...signed(rest)]
}

const doubleBytes = (value: number) => [...new Uint8Array(Float64Array.of(value).buffer)]

export const int = (value: number): Code => [0x41, ...signed(value)]
export const double = (value: number): Code => [0x44, ...doubleBytes(value)]
export const get = (local: number): Code => [0x20, ...unsigned(local)]
export const set = (local: number, value: Code): Code => [...value, 0x21, ...unsigned(local)]

const binary =
  (...opcode: number[]) =>
  (a: Code, b: Code): Code => [...a, ...b, ...opcode]
const vector = (opcode: number) => [0xfd, ...unsigned(opcode)]

export const addInt = binary(0x6a)
export const shiftLeft = binary(0x74)
export const isLess = binary(0x48)
export const addDouble = binary(0xa0)
export const divideDouble = binary(0xa3)
export const doubleOfInt = (a: Code): Code => [...a, 0xb7]

/** Each lane by itself. */
export const add = binary(...vector(0xf0))
export const subtract = binary(...vector(0xf1))
export const times = binary(...vector(0xf2))
export const divide = binary(...vector(0xf3))
export const magnitude = (a: Code): Code => [...a, ...vector(0xec)]
/** All bits of a lane, or none. */
export const isAtLeast = binary(...vector(0x4c))
export const and = binary(...vector(0x4e))
export const or = binary(...vector(0x50))
export const isAnySet = (a: Code): Code => [...a, ...vector(0x53)]
/** One bit for each lane. */
export const laneBits = (a: Code): Code => [...a, ...vector(0xc4)]
export const countBits = (a: Code): Code => [...a, 0x69]
export const splat = (a: Code): Code => [...a, ...vector(0x14)]
export const withFirstLane = (a: Code, value: Code): Code => [...a, ...value, ...vector(0x22), 0]

const lanes =
  (first: readonly number[]) =>
  (a: Code, b: Code): Code => [...a, ...b, ...vector(0x0d), ...first]
const range = (from: number) => Array.from({ length: 8 }, (_, i) => from + i)
/** The first lanes of both, and the second lanes of both. */
export const firstLanes = lanes([...range(0), ...range(16)])
export const secondLanes = lanes([...range(8), ...range(24)])

const memory = (align: number, offset: number) => [...unsigned(align), ...unsigned(offset)]
/** Two doubles at an address plus a fixed number of bytes. */
export const load = (address: Code, offset: number): Code => [...address, ...vector(0x00), ...memory(3, offset)]
export const store = (address: Code, offset: number, value: Code): Code => [
  ...address,
  ...value,
  ...vector(0x0b),
  ...memory(3, offset),
]
/** One double in both lanes. */
export const loadSplat = (address: Code): Code => [...address, ...vector(0x0a), ...memory(3, 0)]
/** Two single-precision numbers as doubles, and back. */
export const loadSingles = (address: Code, offset: number): Code => [
  ...address,
  ...vector(0x5d),
  ...memory(2, offset),
  ...vector(0x5f),
]
export const storeSingles = (address: Code, offset: number, value: Code): Code => [
  ...address,
  ...value,
  ...vector(0x5e),
  ...vector(0x5b),
  ...memory(2, offset),
  0,
]
export const loadInt = (address: Code): Code => [...address, 0x28, ...memory(2, 0)]
export const loadDouble = (address: Code, offset: number): Code => [...address, 0x2b, ...memory(3, offset)]

export const when = (condition: Code, body: Code): Code => [...condition, 0x04, BLOCK_WITHOUT_RESULT, ...body, 0x0b]
/** Runs the body while local `counter` is below `end`, at least once. */
export const repeat = (counter: number, step: Code, end: Code, body: Code): Code => [
  0x03,
  BLOCK_WITHOUT_RESULT,
  ...body,
  ...set(counter, addInt(get(counter), step)),
  ...isLess(get(counter), end),
  0x0d,
  0,
  0x0b,
]

export interface WasmFunction {
  readonly name: string
  /** 32-bit integers; they are the first locals. */
  readonly parameters: number
  readonly integers: number
  readonly doubles: number
  readonly vectors: number
  readonly body: Code
}

/** What is used here of the platform's WebAssembly, which the server's type library does not know. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object
  readonly Instance: new (module: object) => { readonly exports: object }
}

export interface WasmMemory {
  readonly buffer: ArrayBuffer
  grow(pages: number): number
}

/** The functions by their names, ready to be called, and their memory. */
export const wasmExports = <Exports extends { readonly memory: WasmMemory }>(
  functions: readonly WasmFunction[],
  pages: number,
): Exports => new WebAssembly.Instance(new WebAssembly.Module(wasmModule(functions, pages))).exports as Exports

/** A module whose functions all take integers and give nothing, over one memory that is exported too. */
function wasmModule(functions: readonly WasmFunction[], pages: number): Uint8Array<ArrayBuffer> {
  const section = (id: number, entries: readonly Code[]): Code => {
    const content = [...unsigned(entries.length), ...entries.flat()]
    return [id, ...unsigned(content.length), ...content]
  }
  const name = (text: string) => [...unsigned(text.length), ...Buffer.from(text)]
  const types = functions.map(({ parameters }) => [0x60, ...unsigned(parameters), ...Array(parameters).fill(I32), 0])
  const bodies = functions.map(({ integers, doubles, vectors, body }) => {
    const locals = [3, ...unsigned(integers), I32, ...unsigned(doubles), F64, ...unsigned(vectors), V128]
    const code = [...locals, ...body, 0x0b]
    return [...unsigned(code.length), ...code]
  })
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, types),
    ...section(
      3,
      functions.map((_, i) => unsigned(i)),
    ),
    ...section(5, [[0, ...unsigned(pages)]]),
    ...section(7, [[...name('memory'), 2, 0], ...functions.map((f, i) => [...name(f.name), 0, ...unsigned(i)])]),
    ...section(10, bodies),
  ])
}
