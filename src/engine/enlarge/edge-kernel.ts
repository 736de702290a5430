// WebAssembly of f32x4 vectors: the slopes of a plane, and what smoothing along edges and warping them make of it. These two
// find for each sample a place nearby and take the plane's value there, between its samples (Keys' cubic, a = −0.5).
import * as four from '../wasm/f32x4.ts'
import {
  addInt,
  type Code,
  get,
  int,
  isAnySet,
  repeat,
  set,
  subtractInt,
  type WasmFunction,
  when,
} from '../wasm/wasm-emitter.ts'

/** One line: addresses of its first sample in the plane, in the guide, and of the output; how many samples, and bytes from line to line. */
export type RunLine = (
  plane: number,
  guide: number,
  target: number,
  count: number,
  lineBytes: number,
  guideBytes: number,
) => void

/** Squared gradient (0–1 scale) below which a direction is taken for noise. */
const LEAST_TENSOR = 8 / 255 ** 2
/** Edge strength (0–1 per pixel) below which nothing moves much: grain and flat areas stay. */
const LEAST_STRENGTH = 4 / 255
/** A weight, or a move in pixels, below this has no visible effect. */
const NOTHING = 1e-3
/** Settings are at the start of the memory, scratch space of the sampling after them. */
const SETTING = { first: 0, second: four.F32_BYTES }
const KEPT = [four.VECTOR_BYTES, 2 * four.VECTOR_BYTES] as const
export const RESERVED_BYTES = 3 * four.VECTOR_BYTES

const [PLANE, GUIDE, TARGET, COUNT, LINE, GUIDE_BYTES, X, AT, FROM] = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const
const VECTORS = 9
const [VALUE, ACROSS, DOWN, WEIGHT, MASK, SHIFT, FIRST] = Array.from({ length: 7 }, (_, i) => VECTORS + i) as [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
]
const ROWS = [0, 1, 2, 3].map((i) => VECTORS + 7 + i)
const SPARE = [VECTORS + 11, VECTORS + 12] as const
const [PART_X, PART_Y, SUM] = [VECTORS + 13, VECTORS + 14, VECTORS + 15]
const VECTOR_COUNT = 16

/** Coefficients of the four taps of Keys' cubic, by the power of the place between the middle two. */
const CUBIC = [
  [0, 1, 0, 0],
  [-0.5, 0, 0.5, 0],
  [1, -2.5, 2, -0.5],
  [-0.5, 1.5, -1.5, 0.5],
].map(four.constants) as [Code, Code, Code, Code]

const tapsAt = (place: Code): Code => {
  const [c0, c1, c2, c3] = CUBIC
  return four.add(four.times(four.add(four.times(four.add(four.times(c3, place), c2), place), c1), place), c0)
}

/** The plane's values `ACROSS`, `DOWN` away from the four samples at `AT`; both locals are overwritten. */
function sampled(): Code {
  const whole = (direction: number) => four.intsOf(four.floor(get(direction)))
  return [
    ...set(
      SHIFT,
      four.addInts(
        four.timesInts(whole(DOWN), four.splatInt(get(LINE))),
        four.timesInts(whole(ACROSS), four.splatInt(int(four.F32_BYTES))),
      ),
    ),
    ...[ACROSS, DOWN].flatMap((direction) => set(direction, four.subtract(get(direction), four.floor(get(direction))))),
    ...ROWS.flatMap(sampleOfLane),
    ...four.transpose(ROWS, SPARE),
    ...ROWS.slice(1).reduce((sum: Code, row) => four.add(sum, get(row)), get(ROWS[0]!)),
  ]
}

/** Sixteen samples around one lane's place, as four partial sums. */
function sampleOfLane(row: number, lane: number): Code {
  const corner = int(four.F32_BYTES * (lane - 1))
  const lines = [0, 1, 2, 3].flatMap((i) => [
    ...(i === 0 ? [] : set(FROM, addInt(get(FROM), get(LINE)))),
    ...set(SUM, four.add(get(SUM), four.times(four.spread(get(PART_Y), i), four.load(get(FROM))))),
  ])
  return [
    ...set(FROM, subtractInt(addInt(addInt(get(AT), four.intOfLane(get(SHIFT), lane)), corner), get(LINE))),
    ...set(PART_X, tapsAt(four.spread(get(ACROSS), lane))),
    ...set(PART_Y, tapsAt(four.spread(get(DOWN), lane))),
    ...set(SUM, four.constant(0)),
    ...lines,
    ...set(row, four.times(get(PART_X), get(SUM))),
  ]
}

/** Over the line; `body` may write local `VALUE`, which starts as the plane's samples. */
const overLine = (name: string, body: Code): WasmFunction => ({
  name,
  parameters: 6,
  integers: 3,
  vectors: VECTOR_COUNT,
  body: repeat(X, int(four.LANES), get(COUNT), [
    ...set(AT, four.at(get(PLANE), get(X))),
    ...set(VALUE, four.load(get(AT))),
    ...body,
    ...four.store(four.at(get(TARGET), get(X)), 0, get(VALUE)),
  ]),
})

const setting = (offset: number) => four.loadSplat(int(offset))
const squared = (local: number) => four.times(get(local), get(local))

/** Half the difference of the neighbours across, and of those above and below. */
const slopes: Code = [
  ...set(
    ACROSS,
    four.subtract(four.load(addInt(get(AT), int(four.F32_BYTES))), four.load(addInt(get(AT), int(-four.F32_BYTES)))),
  ),
  ...set(DOWN, four.subtract(four.load(addInt(get(AT), get(LINE))), four.load(subtractInt(get(AT), get(LINE))))),
  ...[ACROSS, DOWN].flatMap((slope) => set(slope, four.times(get(slope), four.constant(0.5)))),
]

/** The structure tensor before it is blurred: squared slope across, product of both slopes, squared slope down, `GUIDE_BYTES` apart. */
export function tensorFunction(): WasmFunction {
  return overLine('tensor', [
    ...slopes,
    ...set(FROM, addInt(four.at(get(TARGET), get(X)), get(GUIDE_BYTES))),
    ...four.store(get(FROM), 0, four.times(get(ACROSS), get(DOWN))),
    ...set(FROM, addInt(get(FROM), get(GUIDE_BYTES))),
    ...four.store(get(FROM), 0, squared(DOWN)),
    ...set(VALUE, squared(ACROSS)),
  ])
}

/** Length of the slope. */
export function strengthFunction(): WasmFunction {
  return overLine('strength', [...slopes, ...set(VALUE, four.root(four.add(squared(ACROSS), squared(DOWN))))])
}

/** The guide is the structure tensor, its three planes `GUIDE_BYTES` apart; settings: strength, distance. */
export function smoothFunction(): WasmFunction {
  const guide = four.at(get(GUIDE), get(X))
  const [xx, xy, yy] = [SHIFT, FIRST, PART_X]
  const [difference, length] = [PART_Y, SUM]
  const half = four.constant(0.5)
  const one = four.constant(1)
  /** Root of (1 ± cosine) / 2. */
  const halfAngle = (side: Code) => four.root(four.most(four.constant(0), four.times(side, half)))
  const isRising = four.isAtLeast(get(xy), four.constant(0))
  const direction: Code = [
    ...set(ACROSS, four.divide(get(difference), get(length))),
    ...set(DOWN, four.times(halfAngle(four.add(one, get(ACROSS))), setting(SETTING.second))),
    ...set(ACROSS, four.times(halfAngle(four.subtract(one, get(ACROSS))), setting(SETTING.second))),
    ...set(ACROSS, four.select(four.negative(get(ACROSS)), get(ACROSS), isRising)),
  ]
  const mean: Code = [
    ...direction,
    ...four.store(int(KEPT[0]), 0, four.negative(get(ACROSS))),
    ...four.store(int(KEPT[1]), 0, four.negative(get(DOWN))),
    ...set(FIRST, sampled()),
    ...set(ACROSS, four.load(int(KEPT[0]))),
    ...set(DOWN, four.load(int(KEPT[1]))),
    ...set(FIRST, four.times(four.add(get(FIRST), sampled()), half)),
  ]
  const smoothed = four.add(get(VALUE), four.times(get(WEIGHT), four.subtract(get(FIRST), get(VALUE))))
  return overLine('smooth', [
    ...set(FROM, guide),
    ...set(xx, four.load(get(FROM))),
    ...set(FROM, addInt(get(FROM), get(GUIDE_BYTES))),
    ...set(xy, four.times(four.load(get(FROM)), four.constant(2))),
    ...set(FROM, addInt(get(FROM), get(GUIDE_BYTES))),
    ...set(yy, four.load(get(FROM))),
    ...set(difference, four.subtract(get(xx), get(yy))),
    ...set(length, four.root(four.add(squared(difference), squared(xy)))),
    ...set(WEIGHT, four.divide(get(length), four.add(four.add(get(xx), get(yy)), four.constant(LEAST_TENSOR)))),
    ...set(WEIGHT, four.times(squared(WEIGHT), setting(SETTING.first))),
    ...set(MASK, four.isAtLeast(get(WEIGHT), four.constant(NOTHING))),
    ...when(isAnySet(get(MASK)), [...mean, ...set(VALUE, four.select(smoothed, get(VALUE), get(MASK)))]),
  ])
}

/** The guide is the blurred strength of edges; settings: move of an edge's slope, farthest move. */
export function warpFunction(): WasmFunction {
  const strength = (offset: Code) => four.load(addInt(get(FROM), offset))
  const scale = four.divide(setting(SETTING.first), four.add(four.load(get(FROM)), four.constant(LEAST_STRENGTH)))
  const slope = (a: Code, b: Code) => four.times(four.subtract(a, b), get(WEIGHT))
  const shortened = (direction: number) => set(direction, four.times(get(direction), get(WEIGHT)))
  return overLine('warp', [
    ...set(FROM, four.at(get(GUIDE), get(X))),
    ...set(WEIGHT, scale),
    ...set(ACROSS, slope(strength(int(four.F32_BYTES)), strength(int(-four.F32_BYTES)))),
    ...set(DOWN, slope(strength(get(LINE)), four.load(subtractInt(get(FROM), get(LINE))))),
    ...set(SUM, four.root(four.add(squared(ACROSS), squared(DOWN)))),
    ...set(MASK, four.isAtLeast(get(SUM), four.constant(NOTHING))),
    ...when(isAnySet(get(MASK)), [
      ...set(WEIGHT, four.least(four.constant(1), four.divide(setting(SETTING.second), get(SUM)))),
      ...shortened(ACROSS),
      ...shortened(DOWN),
      ...set(VALUE, four.select(sampled(), get(VALUE), get(MASK))),
    ]),
  ])
}
