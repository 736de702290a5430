// The orthonormal 8-point cosine transform; dct8-kernel.ts is the same, with its inverse, for the sliding filters.
// Even/odd decomposition, no allocation; source and target are walked with a stride so that rows and columns share it.

const C1 = 0.5 * Math.cos(Math.PI / 16)
const C2 = 0.5 * Math.cos((2 * Math.PI) / 16)
const C3 = 0.5 * Math.cos((3 * Math.PI) / 16)
const C4 = 0.5 * Math.cos((4 * Math.PI) / 16)
const C5 = 0.5 * Math.cos((5 * Math.PI) / 16)
const C6 = 0.5 * Math.cos((6 * Math.PI) / 16)
const C7 = 0.5 * Math.cos((7 * Math.PI) / 16)

type Samples = Float32Array | Float64Array

/** target[t + k·tStep] = k-th coefficient of source[s + i·sStep], i and k from 0 to 7. */
export function forwardDct8(source: Samples, s: number, sStep: number, target: Samples, t: number, tStep: number) {
  const x0 = source[s]!
  const x1 = source[s + sStep]!
  const x2 = source[s + 2 * sStep]!
  const x3 = source[s + 3 * sStep]!
  const x4 = source[s + 4 * sStep]!
  const x5 = source[s + 5 * sStep]!
  const x6 = source[s + 6 * sStep]!
  const x7 = source[s + 7 * sStep]!
  const a0 = x0 + x7
  const a1 = x1 + x6
  const a2 = x2 + x5
  const a3 = x3 + x4
  const b0 = x0 - x7
  const b1 = x1 - x6
  const b2 = x2 - x5
  const b3 = x3 - x4
  const e0 = a0 + a3
  const e1 = a1 + a2
  const f0 = a0 - a3
  const f1 = a1 - a2
  target[t] = C4 * (e0 + e1)
  target[t + 4 * tStep] = C4 * (e0 - e1)
  target[t + 2 * tStep] = C2 * f0 + C6 * f1
  target[t + 6 * tStep] = C6 * f0 - C2 * f1
  target[t + tStep] = C1 * b0 + C3 * b1 + C5 * b2 + C7 * b3
  target[t + 3 * tStep] = C3 * b0 - C7 * b1 - C1 * b2 - C5 * b3
  target[t + 5 * tStep] = C5 * b0 - C1 * b1 + C7 * b2 + C3 * b3
  target[t + 7 * tStep] = C7 * b0 - C5 * b1 + C3 * b2 - C1 * b3
}
