// Whether a picture is made of what recurs every few pixels: the dots of a print screen, the threads of a cloth, the bars of a lattice. Its energy then lies in single
// frequencies, which stand out from all around them. A smear leaves stripes and a photograph slopes, and neither has such points.

export interface MeanSpectrum {
  /** Side of the square; frequency 0 comes first. */
  readonly size: number
  /** Mean over windows of log |F|² and of |F|². */
  readonly log: Float64Array
  readonly power: Float64Array
}

/** Periods between 2.2 and 16 px; coarser ones are a picture's own shapes. */
const BAND = { from: 0.06, to: 0.45 } as const
/** A point is the highest within this distance, which is also as wide as its energy is spread by the window. */
const POINT_PX = 2
const AROUND = { from: 4, to: 6 } as const
/** Height of the logarithm: 33 times as much energy as all around. */
const STANDS_OUT = 3.5

/** Part of the band's energy that lies in such points: 0.76 to 1 in print screens of 4 to 12 px, at most 0.21 in smeared photographs. */
export function shareOfPeaks({ size, log, power }: MeanSpectrum): number {
  const at = (u: number, v: number) => ((v + size) % size) * size + ((u + size) % size)
  let [inPeaks, all] = [0, 0]
  const reach = Math.floor(BAND.to * size)
  for (let v = 0; v <= reach; v++)
    for (let u = v === 0 ? 1 : -reach; u <= reach; u++) {
      const frequency = Math.hypot(u, v) / size
      if (frequency < BAND.from || frequency > BAND.to) continue
      all += power[at(u, v)]!
      if (isPeak(u, v)) inPeaks += sumAround(power, u, v, 0, POINT_PX)
    }
  return all === 0 ? 0 : Math.min(1, inPeaks / all)

  function isPeak(u: number, v: number): boolean {
    const own = log[at(u, v)]!
    for (let down = -POINT_PX; down <= POINT_PX; down++)
      for (let right = -POINT_PX; right <= POINT_PX; right++) if (log[at(u + right, v + down)]! > own) return false
    const count = (2 * AROUND.to + 1) ** 2 - (2 * AROUND.from - 1) ** 2
    return own - sumAround(log, u, v, AROUND.from, AROUND.to) / count > STANDS_OUT
  }

  /** Over what is `from` to `to` steps away, in either direction. */
  function sumAround(values: Float64Array, u: number, v: number, from: number, to: number): number {
    let sum = 0
    for (let down = -to; down <= to; down++)
      for (let right = -to; right <= to; right++)
        if (Math.max(Math.abs(down), Math.abs(right)) >= from) sum += values[at(u + right, v + down)]!
    return sum
  }
}
