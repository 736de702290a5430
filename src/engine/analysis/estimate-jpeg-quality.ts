// How hard a picture was JPEG-compressed, seen from its pixels: steps that recur every eight pixels (after Wang, Bovik 2000).
// Used when the file brings no quantisation tables, for example a screenshot of a JPEG.
import type { Plane } from '../image/plane.ts'

/** Excess of the step across block borders over the steps inside, 8-bit levels, against the quality that causes it; medians measured on 12 Kodak pictures. */
const LADDER: readonly (readonly [excess: number, quality: number])[] = [
  [0.25, 100],
  [0.6, 95],
  [1.2, 90],
  [2, 80],
  [3.5, 60],
  [4.5, 40],
  [5.3, 25],
  [7, 10],
  [9, 5],
]

/**
 * Standard errors from which on steps are believed: a small picture has few, and the largest of eight means is always above the others. Clean photographs of 48
 * to 384 px show 1.3 to 5.3 (3 of 168 more); saved at 75 and 128 px wide 3.5 to 28, from 192 px on 8 and more.
 */
const BELIEVED_FROM = 6

/** 1–100; 100 when there is no trace of blocks. */
export function estimateJpegQuality(crops: readonly Plane[]): number {
  const { excess, error } = blockSteps(crops)
  if (excess < BELIEVED_FROM * error) return 100
  const next = LADDER.findIndex(([limit]) => excess < limit)
  if (next === 0) return 100
  if (next < 0) return LADDER.at(-1)![1]
  const [x0, q0] = LADDER[next - 1]!
  const [x1, q1] = LADDER[next]!
  return q0 + ((q1 - q0) * (excess - x0)) / (x1 - x0)
}

/** Mean of both directions, each at its own best phase, in 8-bit levels, and its standard error. */
function blockSteps(crops: readonly Plane[]): { readonly excess: number; readonly error: number } {
  const across = phases()
  const down = phases()
  for (const { width, height, x, y, samples } of crops) {
    gather(samples, { length: width, lines: height, lineStep: width, along: 1, origin: x }, across)
    gather(samples, { length: height, lines: width, lineStep: 1, along: width, origin: y }, down)
  }
  return { excess: (excessOf(across) + excessOf(down)) / 2, error: Math.hypot(errorOf(across), errorOf(down)) / 2 }
}

interface Phases {
  readonly sum: Float64Array
  readonly square: Float64Array
  readonly count: Float64Array
}

const phases = (): Phases => ({
  sum: new Float64Array(8),
  square: new Float64Array(8),
  count: new Float64Array(8),
})

interface Lines {
  readonly length: number
  readonly lines: number
  /** From one line to the next, and from one sample of a line to the next. */
  readonly lineStep: number
  readonly along: number
  /** Picture coordinate of the first sample of each line. */
  readonly origin: number
}

function gather(
  samples: Float32Array,
  { length, lines, lineStep, along, origin }: Lines,
  { sum, square, count }: Phases,
) {
  for (let line = 0; line < lines; line++)
    for (let i = 2; i < length - 1; i++) {
      const at = line * lineStep + i * along
      const before = samples[at - along]! - samples[at - 2 * along]!
      const step = samples[at]! - samples[at - along]!
      const after = samples[at + along]! - samples[at]!
      // Strong edges of the picture are no evidence of blocks.
      if (Math.abs(before) + Math.abs(after) > 0.12 || Math.abs(step) > 0.2) continue
      const phase = (origin + i) % 8
      const height = Math.abs(step - (before + after) / 2)
      sum[phase]! += height
      square[phase]! += height ** 2
      count[phase]!++
    }
}

function excessOf({ sum, count }: Phases): number {
  const means = sum.map((value, i) => (count[i]! > 0 ? value / count[i]! : 0))
  const sorted = [...means].sort((a, b) => a - b)
  const highest = sorted[7]!
  const others = sorted.slice(0, 7).filter((_, i) => i > 0)
  return 255 * (highest - others.reduce((a, b) => a + b, 0) / others.length)
}

/** Standard error of the mean of one phase, in 8-bit levels. */
function errorOf({ sum, square, count }: Phases): number {
  const total = (values: Float64Array) => values.reduce((a, b) => a + b, 0)
  const all = Math.max(1, total(count))
  const variance = total(square) / all - (total(sum) / all) ** 2
  return 255 * Math.sqrt(Math.max(0, variance) / (all / 8))
}
