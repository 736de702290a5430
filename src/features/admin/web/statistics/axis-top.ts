// The top of a chart's axis.
const STEPS = [2, 4, 6, 8, 10] as const

/** The next round even number: its half is round as well. */
export function axisTop(highest: number): number {
  let power = 1
  while (highest > 10 * power) power *= 10
  return power * STEPS.find((step) => highest <= step * power)!
}
