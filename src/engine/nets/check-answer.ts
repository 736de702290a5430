// Proves that this processor computes a net right, before any picture sees it: the answer to a fixed pattern must be the one that
// the training computed (engine study §3.6).

/** Rounding to 16 bits in the file and the order of additions stay far below; a broken multiplication does not. */
const LEAST_PSNR_DB = 50

/** Throws unless `answer` is the stored one. */
export function proveAnswer(answer: Float32Array, stored: Float32Array): void {
  if (!isNear(answer, stored, LEAST_PSNR_DB)) throw new Error('the net computes wrongly here')
}

export function isNear(answer: Float32Array, stored: Float32Array, leastPsnrDb: number): boolean {
  let squares = 0
  for (let i = 0; i < stored.length; i++) squares += (answer[i]! - stored[i]!) ** 2
  return answer.length === stored.length && -10 * Math.log10(squares / stored.length) >= leastPsnrDb
}

/** Several planes stand below each other. Integers only, so that Python makes the same pattern to the bit (training/container.py). */
export function checkPattern(width: number, rows: number = width): Float32Array {
  const levels = 32
  return Float32Array.from({ length: width * rows }, (_, i) => {
    const x = i % width
    const y = Math.floor(i / width)
    return ((x * 7 + y * 13 + ((x * y) % 11) * 5) % levels) / (levels - 1)
  })
}
