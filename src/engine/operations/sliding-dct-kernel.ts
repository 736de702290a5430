// The inner loops of the sliding cosine transform as a WebAssembly kernel of two-lane doubles, written at load. The arithmetic and
// its order are those of dct8.ts to the bit; two columns, or two lines of a block, are computed at once.
// Between the steps a strip lies transposed, column by column with its eight coefficients, so that every load is contiguous.
import { cosines, forwardCode, inverseCode, TEMPORARIES } from './dct8-code.ts'
import {
  add,
  addDouble,
  addInt,
  and,
  type Code,
  countBits,
  divide,
  divideDouble,
  double,
  doubleOfInt,
  firstLanes,
  get,
  int,
  isAnySet,
  isAtLeast,
  laneBits,
  load,
  loadDouble,
  magnitude,
  or,
  repeat,
  secondLanes,
  set,
  shiftLeft,
  splat,
  store,
  times,
  type WasmFunction,
  type WasmMemory,
  wasmExports,
  when,
  withFirstLane,
} from './wasm-code.ts'

export interface DctKernel {
  /** Columns that a line of the buffers holds. */
  readonly capacity: number
  /** Eight lines of the plane, and of its pilot. */
  readonly lines: Float64Array
  readonly pilotLines: Float64Array
  /** 64 values per band, horizontal frequency first: thresholds (0 for the mean) or variances. */
  readonly bands: Float64Array
  /** Eight lines of weighted sums and of weights that the strips add to. */
  readonly sums: Float64Array
  readonly weights: Float64Array
  /** Blocks from column 0 to `width`, `step` apart: coefficients below their threshold vanish. */
  addThresholded(width: number, step: number): void
  /** The same with the gains of the pilot's spectrum. */
  addWiener(width: number, step: number): void
}

const DOUBLE_BYTES = 8
const COLUMN_BYTES = 64
const PAIR_BYTES = 16
const PAGE_BYTES = 65536
const PAIRS = [0, 1, 2, 3]
/** Keeps a division by nothing away. */
const NEVER_ZERO = 1e-20
const EIGHT = [0, 1, 2, 3, 4, 5, 6, 7]

interface KernelExports {
  readonly memory: WasmMemory
  transform(lines: number, target: number, width: number): void
  threshold(width: number, step: number): void
  wiener(width: number, step: number): void
  collect(width: number): void
}

/** Where the buffers lie, in bytes. */
function layoutFor(capacity: number) {
  const plane = 8 * capacity * DOUBLE_BYTES
  const names = ['lines', 'pilotLines', 'columns', 'pilotColumns', 'stripSums', 'sums', 'weights'] as const
  const at = Object.fromEntries(names.map((name, i) => [name, i * plane])) as Record<(typeof names)[number], number>
  const stripWeights = names.length * plane
  const bands = stripWeights + (capacity + 8) * DOUBLE_BYTES
  return { ...at, plane, stripWeights, bands, block: bands + 512, gains: bands + 1024, end: bands + 1536 }
}

type Layout = ReturnType<typeof layoutFor>

const kernels = new Map<number, DctKernel>()

/** The kernel for strips of up to `width` columns. */
export function dctKernelFor(width: number): DctKernel {
  const capacity = Math.max(512, 2 ** Math.ceil(Math.log2(width + 2)))
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
  const view = (at: number, count: number) => new Float64Array(memory.buffer, at, count)
  const stripSums = view(layout.stripSums, 8 * capacity)
  const stripWeights = view(layout.stripWeights, capacity + 8)
  const run = (name: 'threshold' | 'wiener', width: number, step: number) => {
    stripSums.fill(0, 0, 8 * (width + 1))
    stripWeights.fill(0, 0, width + 1)
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
    EIGHT.map((r) => load(get(from), r * lineBytes)),
    next,
  )
  const results = next + TEMPORARIES
  const pairs = PAIRS.flatMap((k) => {
    const [low, high] = [get(results + 2 * k), get(results + 2 * k + 1)]
    return [
      ...store(get(to), k * PAIR_BYTES, firstLanes(low, high)),
      ...store(get(to), COLUMN_BYTES + k * PAIR_BYTES, secondLanes(low, high)),
    ]
  })
  const body = [
    ...set(from, addInt(get(lines), shiftLeft(get(x), int(3)))),
    ...set(to, addInt(get(target), shiftLeft(get(x), int(6)))),
    ...dct,
    ...values.flatMap((value, k) => [...set(results + k, value)]),
    ...pairs,
  ]
  return {
    name: 'transform',
    parameters: 3,
    integers: 3,
    doubles: 0,
    vectors: 7 + TEMPORARIES + 8,
    body: [...setUp, ...repeat(x, int(2), get(width), body)],
  }
}

// Locals of the two functions that shrink.
const [WIDTH, STEP, X, AT, PILOT_AT, SUMS_AT, KEPT, WEIGHT] = [0, 1, 2, 3, 4, 5, 6, 7] as const
const { setUp: SET_COSINES, by: BY, next: TEMPORARY } = cosines(8)
const WIDE = TEMPORARY + TEMPORARIES
const SPARE = WIDE + 1
const GAINS = WIDE + 2
const ANYWHERE = int(0)

/** Two lines of a block lie beside each other; `l` counts along them. */
const place = (l: number, pair: number) => l * COLUMN_BYTES + pair * PAIR_BYTES

const linesOf = (address: number, pair: number) => EIGHT.map((l) => load(get(address), place(l, pair)))

/** (width, step): shrinks every block of the strip and adds what is left of it, weighted, column by column. */
function shrink(layout: Layout, isWiener: boolean): WasmFunction {
  const addressOf = (local: number, from: number) => set(local, addInt(int(from), shiftLeft(get(X), int(6))))
  const body = [
    ...addressOf(AT, layout.columns),
    ...addressOf(PILOT_AT, layout.pilotColumns),
    ...addressOf(SUMS_AT, layout.stripSums),
    ...set(KEPT, int(0)),
    ...PAIRS.flatMap((pair) => [...(isWiener ? wienerPair(layout, pair) : thresholdPair(layout, pair))]),
    ...set(WEIGHT, divideDouble(double(1), isWiener ? energyOf(layout) : doubleOfInt(get(KEPT)))),
    ...set(WIDE, splat(get(WEIGHT))),
    ...PAIRS.flatMap((pair) => [...putBack(layout, pair)]),
    ...addWeights(layout),
  ]
  return {
    name: isWiener ? 'wiener' : 'threshold',
    parameters: 2,
    integers: 5,
    doubles: 1,
    vectors: 7 + TEMPORARIES + 10,
    body: [...SET_COSINES, ...repeat(X, get(STEP), addInt(get(WIDTH), int(-7)), body)],
  }
}

/** Coefficients below their threshold vanish; the others are counted. */
function thresholdPair({ bands, block }: Layout, pair: number): Code {
  const { setUp, values } = forwardCode(BY, linesOf(AT, pair), TEMPORARY)
  const kept = values.flatMap((value, l) => [
    ...set(SPARE, value),
    ...set(WIDE, isAtLeast(magnitude(get(SPARE)), load(ANYWHERE, bands + place(l, pair)))),
    ...set(KEPT, addInt(get(KEPT), countBits(laneBits(get(WIDE))))),
    ...store(ANYWHERE, block + place(l, pair), and(get(SPARE), get(WIDE))),
  ])
  return [...setUp, ...kept]
}

/** The gain of a coefficient is the pilot's power over itself and the noise; that of the mean is 1. */
function wienerPair({ bands, block, gains }: Layout, pair: number): Code {
  const pilot = forwardCode(BY, linesOf(PILOT_AT, pair), TEMPORARY)
  const gainsOf = pilot.values.flatMap((value, l) => {
    const power = get(WIDE)
    const noise = load(ANYWHERE, bands + place(l, pair))
    const gain = divide(power, add(add(power, noise), splat(double(NEVER_ZERO))))
    return [
      ...set(SPARE, value),
      ...set(WIDE, times(get(SPARE), get(SPARE))),
      ...set(GAINS + l, l === 0 && pair === 0 ? withFirstLane(gain, double(1)) : gain),
      ...store(ANYWHERE, gains + place(l, pair), times(get(GAINS + l), get(GAINS + l))),
    ]
  })
  const noisy = forwardCode(BY, linesOf(AT, pair), TEMPORARY)
  const shrunk = noisy.values.flatMap((value, l) => [
    ...store(ANYWHERE, block + place(l, pair), times(value, get(GAINS + l))),
  ])
  return [...pilot.setUp, ...gainsOf, ...noisy.setUp, ...shrunk]
}

/** Sum of the squared gains, line after line. */
const energyOf = ({ gains }: Layout): Code =>
  EIGHT.flatMap((k) => EIGHT.map((l) => loadDouble(ANYWHERE, gains + l * COLUMN_BYTES + k * DOUBLE_BYTES))).reduce(
    (sum, square) => addDouble(sum, square),
  )

/** Most lines of a thresholded block are empty: nothing to be done for them. */
function putBack({ block }: Layout, pair: number): Code {
  const line = EIGHT.map((l) => get(TEMPORARY + l))
  const weighted = line.map((value) => times(value, get(WIDE)))
  const { setUp, values } = inverseCode(BY, weighted, TEMPORARY)
  const adds = values.flatMap((value, i) => [
    ...store(get(SUMS_AT), place(i, pair), add(load(get(SUMS_AT), place(i, pair)), value)),
  ])
  const loads = EIGHT.flatMap((l) => [...set(TEMPORARY + l, load(ANYWHERE, block + place(l, pair)))])
  return [...loads, ...when(isAnySet(line.reduce((all, one) => or(all, one))), [...setUp, ...adds])]
}

function addWeights({ stripWeights }: Layout): Code {
  const at = addInt(int(stripWeights), shiftLeft(get(X), int(3)))
  return PAIRS.flatMap((i) => [...store(at, i * PAIR_BYTES, add(load(at, i * PAIR_BYTES), get(WIDE)))])
}

/** (width): vertical transforms back, added to the eight lines of sums; the strip's weights to those of weights. */
function collect(layout: Layout): WasmFunction {
  const [width, x, from, to, weightsFrom] = [0, 1, 2, 3, 4] as const
  const { setUp, by, next } = cosines(5)
  const lineBytes = layout.plane / 8
  const pair = (k: number) => [load(get(from), k * PAIR_BYTES), load(get(from), COLUMN_BYTES + k * PAIR_BYTES)] as const
  const source = PAIRS.flatMap((k) => [firstLanes(...pair(k)), secondLanes(...pair(k))])
  const { setUp: dct, values } = inverseCode(by, source, next)
  const body = [
    ...set(from, addInt(int(layout.stripSums), shiftLeft(get(x), int(6)))),
    ...set(to, addInt(int(layout.sums), shiftLeft(get(x), int(3)))),
    ...set(weightsFrom, addInt(int(layout.stripWeights), shiftLeft(get(x), int(3)))),
    ...dct,
    ...values.flatMap((value, r) => [...store(get(to), r * lineBytes, add(load(get(to), r * lineBytes), value))]),
    ...EIGHT.flatMap((r) => {
      const offset = layout.weights - layout.sums + r * lineBytes
      return [...store(get(to), offset, add(load(get(to), offset), load(get(weightsFrom), 0)))]
    }),
  ]
  return {
    name: 'collect',
    parameters: 1,
    integers: 4,
    doubles: 0,
    vectors: 7 + TEMPORARIES,
    body: [...setUp, ...repeat(x, int(2), get(width), body)],
  }
}
