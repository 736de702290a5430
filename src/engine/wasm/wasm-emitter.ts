// A few WebAssembly instructions as bytes, enough to write kernels in readable TypeScript: the repository holds no compiled code.
// Numbers are those of the WebAssembly core specification 2.0. Vector instructions are in f32x4.ts.

/** Instructions, one after another; an expression leaves one value on the stack. */
export type Code = readonly number[]

const I32 = 0x7f
const V128 = 0x7b
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

export const int = (value: number): Code => [0x41, ...signed(value)]
export const get = (local: number): Code => [0x20, ...unsigned(local)]
export const set = (local: number, value: Code): Code => [...value, 0x21, ...unsigned(local)]

export const binary =
  (...opcode: number[]) =>
  (a: Code, b: Code): Code => [...a, ...b, ...opcode]
export const vector = (opcode: number) => [0xfd, ...unsigned(opcode)]

export const addInt = binary(0x6a)
export const subtractInt = binary(0x6b)
export const shiftLeft = binary(0x74)
export const isLess = binary(0x48)
export const isAnySet = (a: Code): Code => [...a, ...vector(0x53)]
export const countBits = (a: Code): Code => [...a, 0x69]

export const lanes =
  (first: readonly number[]) =>
  (a: Code, b: Code): Code => [...a, ...b, ...vector(0x0d), ...first]
export const memoryArgument = (align: number, offset: number) => [...unsigned(align), ...unsigned(offset)]
export const loadInt = (address: Code): Code => [...address, 0x28, ...memoryArgument(2, 0)]
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
  readonly vectors: number
  readonly body: Code
}

/** The part of the WebAssembly API used here; the server's type library lacks it. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object
  readonly Instance: new (module: object) => { readonly exports: object }
}

export interface WasmMemory {
  readonly buffer: ArrayBuffer
  grow(pages: number): number
}

const PAGE_BYTES = 65536
const ALIGNMENT_BYTES = 16

/** Lays out buffers of these lengths one after another from address `from` on and grows the memory to fit. */
export function placesIn<const Lengths extends readonly number[]>(
  memory: WasmMemory,
  byteLengths: Lengths,
  from = 0,
): { [Index in keyof Lengths]: number } {
  let end = from
  const places = byteLengths.map((length) => {
    const at = Math.ceil(end / ALIGNMENT_BYTES) * ALIGNMENT_BYTES
    end = at + length
    return at
  })
  const missing = end - memory.buffer.byteLength
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES))
  return places as { [Index in keyof Lengths]: number }
}

/** The functions by their names, ready to be called, and their memory. */
export const wasmExports = <Exports extends { readonly memory: WasmMemory }>(
  functions: readonly WasmFunction[],
  pages: number,
): Exports => new WebAssembly.Instance(new WebAssembly.Module(wasmModule(functions, pages))).exports as Exports

/** A kernel of these functions that is compiled when it is first asked for; its memory grows with what is placed in it. */
export function wasmKernel<Exports extends { readonly memory: WasmMemory }>(
  functions: readonly WasmFunction[],
): () => Exports {
  let loaded: Exports | undefined
  return () => {
    loaded ??= wasmExports<Exports>(functions, 1)
    return loaded
  }
}

/** A module whose functions all take integers and give nothing, over one memory that is exported too. */
function wasmModule(functions: readonly WasmFunction[], pages: number): Uint8Array<ArrayBuffer> {
  const section = (id: number, entries: readonly Code[]): Code => {
    const content = [...unsigned(entries.length), ...entries.flat()]
    return [id, ...unsigned(content.length), ...content]
  }
  const name = (text: string) => [...unsigned(text.length), ...Buffer.from(text)]
  const types = functions.map(({ parameters }) => [0x60, ...unsigned(parameters), ...Array(parameters).fill(I32), 0])
  const bodies = functions.map(({ integers, vectors, body }) => {
    const locals = [2, ...unsigned(integers), I32, ...unsigned(vectors), V128]
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
