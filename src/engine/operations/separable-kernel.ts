// The two inner loops of a separable filter as a WebAssembly kernel of two-lane doubles, written at load: eight sums at a time, each
// of them in the order of its taps, so that the bits are those of a plain loop.
import {
  add,
  addInt,
  type Code,
  double,
  get,
  int,
  load,
  loadInt,
  loadSingles,
  loadSplat,
  repeat,
  set,
  shiftLeft,
  splat,
  storeSingles,
  times,
  type WasmFunction,
  type WasmMemory,
  wasmExports,
} from './wasm-code.ts'

interface KernelExports {
  readonly memory: WasmMemory
  /** A line of doubles → a line of singles. */
  row(line: number, taps: number, tapsEnd: number, target: number, width: number): void
  /** Lines at the addresses of a list, each with its tap, are added to a line of singles. */
  column(list: number, taps: number, tapsEnd: number, target: number, width: number): void
}

export interface SeparableKernel {
  /** Bytes of a line of singles. */
  readonly lineBytes: number
  /** The line that is filtered next, with its surroundings; and the taps, and the addresses of a column's lines. */
  readonly line: Float64Array
  readonly taps: Float64Array
  readonly list: Int32Array
  /** Where the lines of the filtered rows start, in bytes. */
  readonly middleAt: number
  /** All lines of the result, one after another. */
  readonly out: Float32Array
  /** The line in the buffer becomes line `y` of the middle. */
  filterRow(y: number, tapCount: number): void
  /** The lines of the list are added to line `y` of the result. */
  addColumn(y: number, tapCount: number): void
}

const PAGE_BYTES = 65536
const LANES = 8
const PAIRS = [0, 1, 2, 3]
const DOUBLE_BYTES = 8
const SINGLE_BYTES = 4

let loaded: KernelExports | undefined

/** Buffers for planes of this size; they are the same memory for every call. */
export function separableKernelFor(width: number, height: number, mostTaps: number): SeparableKernel {
  loaded ??= wasmExports<KernelExports>([rowFunction(), columnFunction()], 1)
  const { memory, row, column } = loaded
  const lineBytes = Math.ceil(width / LANES) * LANES * SINGLE_BYTES
  const lineCount = width + mostTaps + LANES
  const listAt = mostTaps * DOUBLE_BYTES
  const lineAt = listAt + Math.ceil(mostTaps / 2) * 2 * SINGLE_BYTES
  const middleAt = lineAt + lineCount * DOUBLE_BYTES
  const outAt = middleAt + height * lineBytes
  const missing = outAt + height * lineBytes - memory.buffer.byteLength
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES))
  const { buffer } = memory
  return {
    lineBytes,
    line: new Float64Array(buffer, lineAt, lineCount),
    taps: new Float64Array(buffer, 0, mostTaps),
    list: new Int32Array(buffer, listAt, mostTaps),
    middleAt,
    out: new Float32Array(buffer, outAt, (height * lineBytes) / SINGLE_BYTES),
    filterRow: (y, tapCount) => row(lineAt, 0, tapCount * DOUBLE_BYTES, middleAt + y * lineBytes, width),
    addColumn: (y, tapCount) => column(listAt, 0, tapCount * DOUBLE_BYTES, outAt + y * lineBytes, width),
  }
}

const [FROM, TAPS, TAPS_END, TARGET, WIDTH, X, TAP, AT, TO] = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const
const SUMS = 9
const WEIGHT = SUMS + 4

/** Eight sums over all taps: what `term` gives for two of them is added, tap after tap. */
const sumsOf = (begin: Code, advance: Code, term: (pair: number) => Code): Code => [
  ...PAIRS.flatMap((i) => [...set(SUMS + i, splat(double(0)))]),
  ...begin,
  ...set(TAP, get(TAPS)),
  ...repeat(TAP, int(DOUBLE_BYTES), get(TAPS_END), [
    ...set(WEIGHT, loadSplat(get(TAP))),
    ...PAIRS.flatMap((i) => [...set(SUMS + i, add(get(SUMS + i), times(get(WEIGHT), term(i))))]),
    ...advance,
  ]),
]

const overLine = (name: string, body: Code): WasmFunction => ({
  name,
  parameters: 5,
  integers: 4,
  doubles: 0,
  vectors: 5,
  body: repeat(X, int(LANES), get(WIDTH), [...set(TO, addInt(get(TARGET), shiftLeft(get(X), int(2)))), ...body]),
})

function rowFunction(): WasmFunction {
  const sums = sumsOf(
    set(AT, addInt(get(FROM), shiftLeft(get(X), int(3)))),
    set(AT, addInt(get(AT), int(DOUBLE_BYTES))),
    (i) => load(get(AT), 2 * DOUBLE_BYTES * i),
  )
  return overLine('row', [...sums, ...PAIRS.flatMap((i) => [...storeSingles(get(TO), LANES * i, get(SUMS + i))])])
}

function columnFunction(): WasmFunction {
  // The list's place moves with the taps, half as many bytes at a time.
  const line = addInt(loadInt(get(AT)), shiftLeft(get(X), int(2)))
  const sums = sumsOf(set(AT, get(FROM)), set(AT, addInt(get(AT), int(SINGLE_BYTES))), (i) =>
    loadSingles(line, LANES * i),
  )
  const stores = PAIRS.flatMap((i) => [
    ...storeSingles(get(TO), LANES * i, add(loadSingles(get(TO), LANES * i), get(SUMS + i))),
  ])
  return overLine('column', [...sums, ...stores])
}
