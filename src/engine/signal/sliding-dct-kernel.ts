// The inner loops of the sliding cosine transform as a WebAssembly kernel of f32x4 vectors, written at load; four columns, or
// four lines of a block, are computed at once.
// Between the steps a strip lies transposed, column by column with its eight coefficients, so that every load is contiguous.
import * as four from '../wasm/f32x4.ts'
import {
  addInt,
  type Code,
  countBits,
  get,
  int,
  isAnySet,
  repeat,
  set,
  shiftLeft,
  type WasmFunction,
  type WasmMemory,
  wasmExports,
  when,
} from '../wasm/wasm-emitter.ts'
import { cosines, forwardCode, inverseCode, TEMPORARIES } from './dct8-kernel.ts'

export interface DctKernel {
  /** Columns that a line of the buffers holds. */
  readonly capacity: number
  /** Eight lines of the plane, and of its pilot. */
  readonly lines: Float32Array
  readonly pilotLines: Float32Array
  /** 64 values per band, horizontal frequency first: thresholds (0 for the mean) or variances. */
  readonly bands: Float32Array
  /** Eight lines of weighted sums and of weights that the strips add to. */
  readonly sums: Float32Array
  readonly weights: Float32Array
  /** Blocks from column 0 to `width`, `step` apart: coefficients below their threshold vanish. */
  addThresholded(width: number, step: number): void
  /** The same with the gains of the pilot's spectrum. */
  addWiener(width: number, step: number): void
}

const { LANES, F32_BYTES, VECTOR_BYTES } = four
const COLUMN_BYTES = 8 * F32_BYTES
const BLOCK_BYTES = 8 * COLUMN_BYTES
const PAGE_BYTES = 65536
const HALVES = [0, 1]
const FOUR = [0, 1, 2, 3]
/** Avoids division by zero. */
const NEVER_ZERO = 1e-20
const EIGHT = [0, 1, 2, 3, 4, 5, 6, 7]
const COLUMN_SHIFT = Math.log2(COLUMN_BYTES)

interface KernelExports {
  readonly memory: WasmMemory
  transform(lines: number, target: number, width: number): void
  threshold(width: number, step: number): void
  wiener(width: number, step: number): void
  collect(width: number): void
}

/** Where the buffers lie, in bytes. */
function layoutFor(capacity: number) {
  const plane = capacity * COLUMN_BYTES
  const names = ['lines', 'pilotLines', 'columns', 'pilotColumns', 'stripSums', 'sums', 'weights'] as const
  const at = Object.fromEntries(names.map((name, i) => [name, i * plane])) as Record<(typeof names)[number], number>
  const stripWeights = names.length * plane
  const bands = stripWeights + (capacity + 8) * F32_BYTES
  const block = bands + BLOCK_BYTES
  return { ...at, plane, stripWeights, bands, block, end: block + BLOCK_BYTES }
}

type Layout = ReturnType<typeof layoutFor>

const kernels = new Map<number, DctKernel>()

/** The kernel for strips of up to `width` columns. */
export function dctKernelFor(width: number): DctKernel {
  const capacity = Math.max(512, 2 ** Math.ceil(Math.log2(width + LANES)))
  const known = kernels.get(capacity)
  if (known) return known
  const kernel = createKernel(capacity)
  kernels.set(capacity, kernel)
  return kernel
}

function createKernel(capacity: number): DctKernel {
  const layout = layoutFor(capacity)
  const functions = [transform(layout), shrink(layout, false), shrink(layout, true), collect(layout)]
  const { memory, ...call } = wasmExports<KernelExports>(functions, Math.ceil(layout.end / PAGE_BYTES))
  const view = (at: number, count: number) => new Float32Array(memory.buffer, at, count)
  const stripSums = view(layout.stripSums, 8 * capacity)
  const stripWeights = view(layout.stripWeights, capacity + 8)
  const run = (name: 'threshold' | 'wiener', width: number, step: number) => {
    stripSums.fill(0, 0, 8 * (width + LANES))
    stripWeights.fill(0, 0, width + LANES)
    call.transform(layout.lines, layout.columns, width)
    if (name === 'wiener') call.transform(layout.pilotLines, layout.pilotColumns, width)
    call[name](width, step)
    call.collect(width)
  }
  return {
    capacity,
    lines: view(layout.lines, 8 * capacity),
    pilotLines: view(layout.pilotLines, 8 * capacity),
    bands: view(layout.bands, 64),
    sums: view(layout.sums, 8 * capacity),
    weights: view(layout.weights, 8 * capacity),
    addThresholded: (width, step) => run('threshold', width, step),
    addWiener: (width, step) => run('wiener', width, step),
  }
}

/** (lines, target, width): eight lines → columns of eight vertical coefficients. */
function transform({ plane }: Layout): WasmFunction {
  const [lines, target, width, x, from, to] = [0, 1, 2, 3, 4, 5] as const
  const { setUp, by, next } = cosines(6)
  const lineBytes = plane / 8
  const { setUp: dct, values } = forwardCode(
    by,
    EIGHT.map((r) => four.load(get(from), r * lineBytes)),
    next,
  )
  const results = next + TEMPORARIES
  const spare = [results + 8, results + 9]
  const stored = HALVES.flatMap((half) => {
    const columns = FOUR.map((k) => results + LANES * half + k)
    return [
      ...four.transpose(columns, spare),
      ...columns.flatMap((column, i) => four.store(get(to), place(i, half), get(column))),
    ]
  })
  const body = [
    ...set(from, four.at(get(lines), get(x))),
    ...set(to, addInt(get(target), shiftLeft(get(x), int(COLUMN_SHIFT)))),
    ...dct,
    ...values.flatMap((value, k) => set(results + k, value)),
    ...stored,
  ]
  return {
    name: 'transform',
    parameters: 3,
    integers: 3,
    vectors: 7 + TEMPORARIES + 10,
    body: [...setUp, ...repeat(x, int(LANES), get(width), body)],
  }
}

// Locals of the two functions that shrink.
const [WIDTH, STEP, X, AT, PILOT_AT, SUMS_AT, KEPT] = [0, 1, 2, 3, 4, 5, 6] as const
const { setUp: SET_COSINES, by: BY, next: TEMPORARY } = cosines(7)
const WIDE = TEMPORARY + TEMPORARIES
const SPARE = WIDE + 1
const ENERGY = WIDE + 2
const GAINS = WIDE + 3
const ANYWHERE = int(0)
const ONE = four.constant(1)

/** Half of a column's coefficients; `l` counts the columns of a block. */
const place = (l: number, half: number) => l * COLUMN_BYTES + half * VECTOR_BYTES

const linesOf = (address: number, half: number) => EIGHT.map((l) => four.load(get(address), place(l, half)))

/** (width, step): shrinks every block of the strip and adds what is left of it, weighted, column by column. */
function shrink(layout: Layout, isWiener: boolean): WasmFunction {
  const addressOf = (local: number, from: number) => set(local, addInt(int(from), shiftLeft(get(X), int(COLUMN_SHIFT))))
  const body = [
    ...addressOf(AT, layout.columns),
    ...addressOf(PILOT_AT, layout.pilotColumns),
    ...addressOf(SUMS_AT, layout.stripSums),
    ...set(KEPT, int(0)),
    ...set(ENERGY, four.constant(0)),
    ...HALVES.flatMap((half) => (isWiener ? wienerHalf(layout, half) : thresholdHalf(layout, half))),
    ...set(WIDE, four.divide(ONE, isWiener ? four.sumOfLanes(get(ENERGY)) : four.singlesOf(four.splatInt(get(KEPT))))),
    ...HALVES.flatMap((half) => putBack(layout, half)),
    ...addWeights(layout),
  ]
  return {
    name: isWiener ? 'wiener' : 'threshold',
    parameters: 2,
    integers: 5,
    vectors: 7 + TEMPORARIES + 11,
    body: [...SET_COSINES, ...repeat(X, get(STEP), addInt(get(WIDTH), int(-7)), body)],
  }
}

/** Coefficients below their threshold vanish; the others are counted. */
function thresholdHalf({ bands, block }: Layout, half: number): Code {
  const { setUp, values } = forwardCode(BY, linesOf(AT, half), TEMPORARY)
  const kept = values.flatMap((value, l) => [
    ...set(SPARE, value),
    ...set(WIDE, four.isAtLeast(four.magnitude(get(SPARE)), four.load(ANYWHERE, bands + place(l, half)))),
    ...set(KEPT, addInt(get(KEPT), countBits(four.laneBits(get(WIDE))))),
    ...four.store(ANYWHERE, block + place(l, half), four.and(get(SPARE), get(WIDE))),
  ])
  return [...setUp, ...kept]
}

/** The gain of a coefficient is the pilot's power over itself and the noise; that of the mean is 1. */
function wienerHalf({ bands, block }: Layout, half: number): Code {
  const pilot = forwardCode(BY, linesOf(PILOT_AT, half), TEMPORARY)
  const gainsOf = pilot.values.flatMap((value, l) => {
    const power = get(WIDE)
    const noise = four.load(ANYWHERE, bands + place(l, half))
    const gain = four.divide(power, four.add(four.add(power, noise), four.constant(NEVER_ZERO)))
    return [
      ...set(SPARE, value),
      ...set(WIDE, four.times(get(SPARE), get(SPARE))),
      ...set(GAINS + l, l === 0 && half === 0 ? four.withFirstLane(gain, 1) : gain),
      ...set(ENERGY, four.add(get(ENERGY), four.times(get(GAINS + l), get(GAINS + l)))),
    ]
  })
  const noisy = forwardCode(BY, linesOf(AT, half), TEMPORARY)
  const shrunk = noisy.values.flatMap((value, l) =>
    four.store(ANYWHERE, block + place(l, half), four.times(value, get(GAINS + l))),
  )
  return [...pilot.setUp, ...gainsOf, ...noisy.setUp, ...shrunk]
}

/** Most lines of a thresholded block are empty: nothing to be done for them. */
function putBack({ block }: Layout, half: number): Code {
  const line = EIGHT.map((l) => get(TEMPORARY + l))
  const weighted = line.map((value) => four.times(value, get(WIDE)))
  const { setUp, values } = inverseCode(BY, weighted, TEMPORARY)
  const adds = values.flatMap((value, i) =>
    four.store(get(SUMS_AT), place(i, half), four.add(four.load(get(SUMS_AT), place(i, half)), value)),
  )
  const loads = EIGHT.flatMap((l) => set(TEMPORARY + l, four.load(ANYWHERE, block + place(l, half))))
  return [...loads, ...when(isAnySet(line.reduce((all, one) => four.or(all, one))), [...setUp, ...adds])]
}

function addWeights({ stripWeights }: Layout): Code {
  const at = four.at(int(stripWeights), get(X))
  return HALVES.flatMap((i) => four.store(at, i * VECTOR_BYTES, four.add(four.load(at, i * VECTOR_BYTES), get(WIDE))))
}

/** (width): vertical transforms back, added to the eight lines of sums; the strip's weights to those of weights. */
function collect(layout: Layout): WasmFunction {
  const [width, x, from, to, weightsFrom] = [0, 1, 2, 3, 4] as const
  const { setUp, by, next } = cosines(5)
  const lineBytes = layout.plane / 8
  const coefficients = next + TEMPORARIES
  const spare = [coefficients + 8, coefficients + 9]
  const source = HALVES.flatMap((half) => {
    const columns = FOUR.map((i) => coefficients + LANES * half + i)
    return [
      ...columns.flatMap((column, i) => set(column, four.load(get(from), place(i, half)))),
      ...four.transpose(columns, spare),
    ]
  })
  const { setUp: dct, values } = inverseCode(
    by,
    EIGHT.map((k) => get(coefficients + k)),
    next,
  )
  const body = [
    ...set(from, addInt(int(layout.stripSums), shiftLeft(get(x), int(COLUMN_SHIFT)))),
    ...set(to, four.at(int(layout.sums), get(x))),
    ...set(weightsFrom, four.at(int(layout.stripWeights), get(x))),
    ...source,
    ...dct,
    ...values.flatMap((value, r) =>
      four.store(get(to), r * lineBytes, four.add(four.load(get(to), r * lineBytes), value)),
    ),
    ...EIGHT.flatMap((r) => {
      const offset = layout.weights - layout.sums + r * lineBytes
      return four.store(get(to), offset, four.add(four.load(get(to), offset), four.load(get(weightsFrom))))
    }),
  ]
  return {
    name: 'collect',
    parameters: 1,
    integers: 4,
    vectors: 7 + TEMPORARIES + 10,
    body: [...setUp, ...repeat(x, int(LANES), get(width), body)],
  }
}
