// The inner loops of changing a plane's size as WebAssembly of f32x4 vectors, written at load. Every sum has the order of its
// taps, so a sample gets the same bits in every tile. Along lines eight of them are interleaved, sample by sample, so that one
// weight serves eight sums.
import * as four from '../wasm/f32x4.ts'
import {
  addInt,
  type Code,
  get,
  int,
  loadInt,
  repeat,
  set,
  shiftLeft,
  type WasmFunction,
  wasmKernel,
} from '../wasm/wasm-emitter.ts'
import { WEIGHING, type WeighingKernel } from '../wasm/weighted-lines.ts'

export interface ResampleKernel extends WeighingKernel {
  /** Eight lines, `lineBytes` apart → one interleaved line. */
  interleave(lines: number, lineBytes: number, interleaved: number, width: number): void
  /** A interleaved line → eight lines of `count` samples, `lineBytes` apart. */
  filter(
    interleaved: number,
    starts: number,
    weights: number,
    tapBytes: number,
    target: number,
    lineBytes: number,
    count: number,
  ): void
}

/** Lines that are interleaved. */
export const INTERLEAVED_LINES = 2 * four.LANES
/** A place in a interleaved line holds a sample of each of the eight. */
export const PLACE_BYTES = INTERLEAVED_LINES * four.F32_BYTES
const PLACE_SHIFT = Math.log2(PLACE_BYTES)
const FOUR = [0, 1, 2, 3]

function interleaveFunction(): WasmFunction {
  const [LINES, LINE_BYTES, TARGET, WIDTH, X, FROM, TO] = [0, 1, 2, 3, 4, 5, 6] as const
  const rows = [7, 8, 9, 10]
  const interleavedHalf = (half: number): Code => [
    ...rows.flatMap((row) => [...set(row, four.load(get(FROM))), ...set(FROM, addInt(get(FROM), get(LINE_BYTES)))]),
    ...four.transpose(rows, [11, 12]),
    ...rows.flatMap((row, i) => four.store(get(TO), PLACE_BYTES * i + four.VECTOR_BYTES * half, get(row))),
  ]
  return {
    name: 'interleave',
    parameters: 4,
    integers: 3,
    vectors: 6,
    body: repeat(X, int(four.LANES), get(WIDTH), [
      ...set(FROM, four.at(get(LINES), get(X))),
      ...set(TO, addInt(get(TARGET), shiftLeft(get(X), int(PLACE_SHIFT)))),
      ...interleavedHalf(0),
      ...interleavedHalf(1),
    ]),
  }
}

function filterFunction(): WasmFunction {
  const [SOURCE, STARTS, WEIGHTS, TAP_BYTES, TARGET, LINE_BYTES, COUNT, X, AT, WEIGHT_AT, END, TO] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
  ] as const
  const WEIGHT = 12
  const halves = [FOUR.map((i) => 13 + i), FOUR.map((i) => 17 + i)]
  const sumsOf = (lane: number): Code => [
    ...set(AT, addInt(get(SOURCE), loadInt(four.at(get(STARTS), addInt(get(X), int(lane)))))),
    ...set(END, addInt(get(WEIGHT_AT), get(TAP_BYTES))),
    ...halves.flatMap((sums) => set(sums[lane]!, four.constant(0))),
    ...repeat(WEIGHT_AT, int(four.F32_BYTES), get(END), [
      ...set(WEIGHT, four.loadSplat(get(WEIGHT_AT))),
      ...halves.flatMap((sums, half) => {
        const sample = four.load(get(AT), four.VECTOR_BYTES * half)
        return set(sums[lane]!, four.add(get(sums[lane]!), four.times(get(WEIGHT), sample)))
      }),
      ...set(AT, addInt(get(AT), int(PLACE_BYTES))),
    ]),
  ]
  return {
    name: 'filter',
    parameters: 7,
    integers: 5,
    vectors: 11,
    body: [
      ...set(WEIGHT_AT, get(WEIGHTS)),
      ...repeat(X, int(four.LANES), get(COUNT), [
        ...FOUR.flatMap(sumsOf),
        ...set(TO, four.at(get(TARGET), get(X))),
        ...halves.flatMap((sums) => [
          ...four.transpose(sums, [21, 22]),
          ...sums.flatMap((sum) => [...four.store(get(TO), 0, get(sum)), ...set(TO, addInt(get(TO), get(LINE_BYTES)))]),
        ]),
      ]),
    ],
  }
}

export const resampleKernel = wasmKernel<ResampleKernel>([interleaveFunction(), filterFunction(), ...WEIGHING])
