// A small complex Fourier transform for designing filters; pictures themselves are never transformed as a whole.

/** A square grid of complex numbers, row-major; `size` is a power of two. */
export interface Spectrum {
  readonly size: number
  readonly re: Float64Array
  readonly im: Float64Array
}

/** In place. The inverse divides by the number of samples. */
export function fft2(grid: Spectrum, direction: 1 | -1) {
  const { size, re, im } = grid
  for (let row = 0; row < size; row++) fftLine(re, im, row * size, 1, size, direction)
  for (let column = 0; column < size; column++) fftLine(re, im, column, size, size, direction)
  if (direction === 1) return
  const scale = 1 / (size * size)
  for (let i = 0; i < re.length; i++) {
    re[i]! *= scale
    im[i]! *= scale
  }
}

/** Iterative radix-2 (Cooley and Tukey 1965) along one line of the grid. */
function fftLine(re: Float64Array, im: Float64Array, start: number, step: number, size: number, direction: 1 | -1) {
  reverseBits(re, im, start, step, size)
  for (let span = 1; span < size; span *= 2) {
    const angle = (-direction * Math.PI) / span
    for (let k = 0; k < span; k++) {
      const c = Math.cos(angle * k)
      const s = Math.sin(angle * k)
      for (let j = k; j < size; j += 2 * span) {
        const a = start + j * step
        const b = a + span * step
        const tr = re[b]! * c - im[b]! * s
        const ti = re[b]! * s + im[b]! * c
        re[b] = re[a]! - tr
        im[b] = im[a]! - ti
        re[a]! += tr
        im[a]! += ti
      }
    }
  }
}

function reverseBits(re: Float64Array, im: Float64Array, start: number, step: number, size: number) {
  let j = 0
  for (let i = 1; i < size; i++) {
    let bit = size >> 1
    while (j & bit) {
      j ^= bit
      bit >>= 1
    }
    j ^= bit
    if (i >= j) continue
    const a = start + i * step
    const b = start + j * step
    const r = re[a]!
    const m = im[a]!
    re[a] = re[b]!
    im[a] = im[b]!
    re[b] = r
    im[b] = m
  }
}
