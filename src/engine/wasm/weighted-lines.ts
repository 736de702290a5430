// WebAssembly functions that weigh: lines at the addresses of a list are added to a line of singles, or neighbours within one line are.
// Sixteen sums at a time, each in the order of the weights.
import * as four from './f32x4.ts'
import {
  addInt,
  type Code,
  get,
  int,
  loadInt,
  repeat,
  set,
  type WasmFunction,
  type WasmMemory,
} from './wasm-emitter.ts'

/** Samples that are computed at a time; lines must be readable and writable up to a multiple of it. */
const LINE_STEP = 16
const STEP_VECTORS = [0, 1, 2, 3]

/** Samples from line to line where lines of `width` are computed. */
export const strideFor = (width: number): number => Math.ceil(width / LINE_STEP) * LINE_STEP

export interface WeighingKernel {
  readonly memory: WasmMemory
  /** Lines at the addresses of a list, each times its weight, are added to a line. */
  addLines(list: number, weights: number, weightsEnd: number, target: number, width: number): void
  /** `target[x]` is the sum over the weights of `weights[k] × line[x + k]`. */
  filterLine(line: number, weights: number, weightsEnd: number, target: number, width: number): void
}

const [LIST, WEIGHTS, WEIGHTS_END, TARGET, WIDTH, X, WEIGHT_AT, AT, TO] = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const
const SUMS = 9
const WEIGHT = SUMS + STEP_VECTORS.length

/** Sums over all weights into locals from `SUMS` on; local `AT` goes from `begin` on four bytes with every weight. */
function sumsOf(begin: Code, term: (vector: number) => Code): Code {
  return [
    ...STEP_VECTORS.flatMap((i) => set(SUMS + i, four.constant(0))),
    ...set(AT, begin),
    ...set(WEIGHT_AT, get(WEIGHTS)),
    ...repeat(WEIGHT_AT, int(four.SINGLE_BYTES), get(WEIGHTS_END), [
      ...set(WEIGHT, four.loadSplat(get(WEIGHT_AT))),
      ...STEP_VECTORS.flatMap((i) => set(SUMS + i, four.add(get(SUMS + i), four.times(get(WEIGHT), term(i))))),
      ...set(AT, addInt(get(AT), int(four.SINGLE_BYTES))),
    ]),
  ]
}

const overLine = (name: string, body: Code): WasmFunction => ({
  name,
  parameters: 5,
  integers: 4,
  vectors: 5,
  body: repeat(X, int(LINE_STEP), get(WIDTH), [...set(TO, four.at(get(TARGET), get(X))), ...body]),
})

function addLines(): WasmFunction {
  const line = four.at(loadInt(get(AT)), get(X))
  const sums = sumsOf(get(LIST), (i) => four.load(line, four.VECTOR_BYTES * i))
  const stores = STEP_VECTORS.flatMap((i) => {
    const offset = four.VECTOR_BYTES * i
    return four.store(get(TO), offset, four.add(four.load(get(TO), offset), get(SUMS + i)))
  })
  return overLine('addLines', [...sums, ...stores])
}

function filterLine(): WasmFunction {
  const begin = four.at(get(LIST), get(X))
  const sums = sumsOf(begin, (i) => four.load(get(AT), four.VECTOR_BYTES * i))
  return overLine('filterLine', [
    ...sums,
    ...STEP_VECTORS.flatMap((i) => four.store(get(TO), four.VECTOR_BYTES * i, get(SUMS + i))),
  ])
}

export const WEIGHING: readonly WasmFunction[] = [addLines(), filterLine()]
