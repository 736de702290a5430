// The 8-point cosine transform of dct8.ts and its inverse as WebAssembly code of f32x4 vectors: the same additions and products
// in the same order.
import { add, constant, subtract, times } from '../wasm/f32x4.ts'
import { type Code, get, set } from '../wasm/wasm-emitter.ts'

const PAIRS = [0, 1, 2, 3]
const EIGHT = [0, 1, 2, 3, 4, 5, 6, 7]
const COSINES = EIGHT.map((k) => 0.5 * Math.cos((k * Math.PI) / 16))
/** Vector locals that one transform uses, from its argument on. */
export const TEMPORARIES = 20

type Op = (a: Code, b: Code) => Code

/** Vector locals from `first` on hold the seven cosines; `next` is the first local after them. */
export function cosines(first: number) {
  const setUp = [1, 2, 3, 4, 5, 6, 7].flatMap((k) => [...set(first + k - 1, constant(COSINES[k]!))])
  const by = (k: number, value: Code) => times(get(first + k - 1), value)
  return { setUp, by, next: first + 7 }
}

export type ByCosine = (k: number, value: Code) => Code

export interface Transformed {
  /** Sets the locals that the values are computed from. */
  readonly setUp: Code
  readonly values: readonly Code[]
}

/** forwardDct8: reads eight values, uses 20 locals from `at` on, gives the eight coefficients. */
export function forwardCode(by: ByCosine, source: readonly Code[], at: number): Transformed {
  const a = EIGHT.slice(0, 4).map((i) => get(at + 8 + i))
  const b = EIGHT.slice(0, 4).map((i) => get(at + 12 + i))
  const [e0, e1, f0, f1] = [16, 17, 18, 19].map((i) => get(at + i)) as [Code, Code, Code, Code]
  const setUp = [
    ...source.flatMap((value, i) => [...set(at + i, value)]),
    ...PAIRS.flatMap((i) => [
      ...set(at + 8 + i, add(get(at + i), get(at + 7 - i))),
      ...set(at + 12 + i, subtract(get(at + i), get(at + 7 - i))),
    ]),
    ...set(at + 16, add(a[0]!, a[3]!)),
    ...set(at + 17, add(a[1]!, a[2]!)),
    ...set(at + 18, subtract(a[0]!, a[3]!)),
    ...set(at + 19, subtract(a[1]!, a[2]!)),
  ]
  const odd = (p: number, q: number, r: number, s: number, signs: readonly [Op, Op, Op]) =>
    signs[2](signs[1](signs[0](by(p, b[0]!), by(q, b[1]!)), by(r, b[2]!)), by(s, b[3]!))
  return {
    setUp,
    values: [
      by(4, add(e0, e1)),
      odd(1, 3, 5, 7, [add, add, add]),
      add(by(2, f0), by(6, f1)),
      odd(3, 7, 1, 5, [subtract, subtract, subtract]),
      by(4, subtract(e0, e1)),
      odd(5, 1, 7, 3, [subtract, add, add]),
      subtract(by(6, f0), by(2, f1)),
      odd(7, 5, 3, 1, [subtract, add, subtract]),
    ],
  }
}

/** addInverseDct8 without the adding: uses 20 locals from `at` on. */
export function inverseCode(by: ByCosine, source: readonly Code[], at: number): Transformed {
  const c = EIGHT.map((i) => get(at + i))
  const [p, q, u, v] = [8, 9, 10, 11].map((i) => get(at + i)) as [Code, Code, Code, Code]
  const odd = (w: number, x: number, y: number, z: number, signs: readonly [Op, Op, Op]) =>
    signs[2](signs[1](signs[0](by(w, c[1]!), by(x, c[3]!)), by(y, c[5]!)), by(z, c[7]!))
  const even = [add(p, u), add(q, v), subtract(q, v), subtract(p, u)]
  const odds = [
    odd(1, 3, 5, 7, [add, add, add]),
    odd(3, 7, 1, 5, [subtract, subtract, subtract]),
    odd(5, 1, 7, 3, [subtract, add, add]),
    odd(7, 5, 3, 1, [subtract, add, subtract]),
  ]
  const setUp = [
    ...source.flatMap((value, i) => [...set(at + i, value)]),
    ...set(at + 8, by(4, add(c[0]!, c[4]!))),
    ...set(at + 9, by(4, subtract(c[0]!, c[4]!))),
    ...set(at + 10, add(by(2, c[2]!), by(6, c[6]!))),
    ...set(at + 11, subtract(by(6, c[2]!), by(2, c[6]!))),
    ...even.flatMap((value, i) => [...set(at + 12 + i, value)]),
    ...odds.flatMap((value, i) => [...set(at + 16 + i, value)]),
  ]
  const values = EIGHT.map((i) =>
    i < 4 ? add(get(at + 12 + i), get(at + 16 + i)) : subtract(get(at + 19 - i), get(at + 23 - i)),
  )
  return { setUp, values }
}
