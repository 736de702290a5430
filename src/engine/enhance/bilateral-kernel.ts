// The inner loop of evening out flat areas as WebAssembly of f32x4 vectors, written at load.
import * as four from '../wasm/f32x4.ts'
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
  wasmKernel,
} from '../wasm/wasm-emitter.ts'

interface BilateralKernel {
  readonly memory: WasmMemory
  /**
   * One line of three planes, `planeBytes` apart, into three others that lie as far apart. `list`: byte offset and weight of each
   * neighbour, one after another; `steepness`: address of what a squared distance of colours is multiplied with.
   */
  evenLine(
    source: number,
    target: number,
    planeBytes: number,
    count: number,
    list: number,
    listEnd: number,
    steepness: number,
  ): void
}

/** (1 − x / 2⁶)^2⁶ approximates e^−x with finite support, in six products. */
const SQUARINGS = 6
export const BELL_END = 2 ** SQUARINGS
/** Bytes of a neighbour in the list. */
export const ENTRY_BYTES = 2 * four.F32_BYTES

const [SOURCE, TARGET, PLANE_BYTES, COUNT, LIST, LIST_END, STEEPNESS, X, AT, FROM, ENTRY] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
] as const
const [SUM, WEIGHT, DIFFERENCE] = [11, 12, 13] as const
const OWN = [14, 15, 16]
const NEAR = [17, 18, 19]
const SUMS = [20, 21, 22]

/** Emits `each` for one plane after another; local `FROM` is its address. */
const throughPlanes = (start: Code, each: (plane: number) => Code): Code => [
  ...set(FROM, start),
  ...each(0),
  ...[1, 2].flatMap((plane) => [...set(FROM, addInt(get(FROM), get(PLANE_BYTES))), ...each(plane)]),
]

/** The neighbour's likeness in colour times its weight in space. */
const likeness: Code = [
  ...set(WEIGHT, four.constant(0)),
  ...OWN.flatMap((own, plane) => [
    ...set(DIFFERENCE, four.subtract(get(NEAR[plane]!), get(own))),
    ...set(WEIGHT, four.add(get(WEIGHT), four.times(get(DIFFERENCE), get(DIFFERENCE)))),
  ]),
  ...set(WEIGHT, four.subtract(four.constant(1), four.times(get(WEIGHT), four.loadSplat(get(STEEPNESS))))),
  ...set(WEIGHT, four.most(four.constant(0), get(WEIGHT))),
  ...Array.from({ length: SQUARINGS }, () => set(WEIGHT, four.times(get(WEIGHT), get(WEIGHT)))).flat(),
  ...set(WEIGHT, four.times(get(WEIGHT), four.loadSplat(get(ENTRY), four.F32_BYTES))),
]

const addNeighbour: Code = [
  ...throughPlanes(addInt(get(AT), loadInt(get(ENTRY))), (plane) => set(NEAR[plane]!, four.load(get(FROM)))),
  ...likeness,
  ...set(SUM, four.add(get(SUM), get(WEIGHT))),
  ...SUMS.flatMap((sum, plane) => set(sum, four.add(get(sum), four.times(get(WEIGHT), get(NEAR[plane]!))))),
]

const EVEN_LINE: WasmFunction = {
  name: 'evenLine',
  parameters: 7,
  integers: 4,
  vectors: 12,
  body: repeat(X, int(four.LANES), get(COUNT), [
    ...set(AT, four.at(get(SOURCE), get(X))),
    ...throughPlanes(get(AT), (plane) => set(OWN[plane]!, four.load(get(FROM)))),
    ...set(SUM, four.constant(1)),
    ...SUMS.flatMap((sum, plane) => set(sum, get(OWN[plane]!))),
    ...set(ENTRY, get(LIST)),
    ...repeat(ENTRY, int(ENTRY_BYTES), get(LIST_END), addNeighbour),
    ...throughPlanes(four.at(get(TARGET), get(X)), (plane) =>
      four.store(get(FROM), 0, four.divide(get(SUMS[plane]!), get(SUM))),
    ),
  ]),
}

export const bilateralKernel = wasmKernel<BilateralKernel>([EVEN_LINE])
