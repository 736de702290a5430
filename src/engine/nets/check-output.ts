// Verifies that this processor computes a net correctly before it is used: the output for a fixed pattern must be the one that
// the training computed (engine study §3.6).

/** Rounding to 16 bits in the file and the order of additions stay far below; a broken multiplication does not. */
const MIN_PSNR_DB = 50

/** Throws unless `output` is the stored one. */
export function verifyOutput(output: Float32Array, stored: Float32Array): void {
  if (!(decibels(1, meanSquare(output, stored)) >= MIN_PSNR_DB)) throw new Error('the net computes wrongly here')
}

/** Whether an int8 output is the stored one but for their rounding, which stays this far below it. */
export const isQuantizedOutput = (output: Float32Array, stored: Float32Array, leastDb: number): boolean =>
  decibels(meanSquare(stored), meanSquare(output, stored)) >= leastDb

export const decibels = (signal: number, error: number) => 10 * Math.log10(signal / error)

/** Mean square of the differences from `other`; NaN where the lengths differ. */
function meanSquare(samples: Float32Array, other?: Float32Array): number {
  if (other && samples.length !== other.length) return Number.NaN
  return samples.reduce((sum, value, i) => sum + (value - (other?.[i] ?? 0)) ** 2, 0) / samples.length
}

/** Planes are stacked. Integers only, so that Python makes the same pattern to the bit (training/container.py). */
export function checkPattern(width: number, rows: number = width): Float32Array {
  const levels = 32
  return Float32Array.from({ length: width * rows }, (_, i) => {
    const x = i % width
    const y = Math.floor(i / width)
    return ((x * 7 + y * 13 + ((x * y) % 11) * 5) % levels) / (levels - 1)
  })
}
