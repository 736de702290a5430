// Luma and colour differences as JPEG files hold them (BT.601, full range), and back.
import type { Planes } from './planes.ts'

export interface Ycc {
  readonly y: Float32Array
  readonly cb: Float32Array
  readonly cr: Float32Array
}

/** Gamma-coded luma of BT.601, as in the usual PSNR-Y. */
export const bt601Luma = (r: number, g: number, b: number): number => 0.299 * r + 0.587 * g + 0.114 * b

export function yccLuma({ r, g, b }: Planes): Float32Array {
  const y = new Float32Array(r.length)
  for (let i = 0; i < y.length; i++) y[i] = bt601Luma(r[i]!, g[i]!, b[i]!)
  return y
}

export function toYcc(tile: Planes): Ycc {
  const y = yccLuma(tile)
  const cb = new Float32Array(y.length)
  const cr = new Float32Array(y.length)
  for (let i = 0; i < y.length; i++) {
    cb[i] = (tile.b[i]! - y[i]!) / 1.772
    cr[i] = (tile.r[i]! - y[i]!) / 1.402
  }
  return { y, cb, cr }
}

export function fromYcc(width: number, height: number, { y, cb, cr }: Ycc): Planes {
  const r = new Float32Array(y.length)
  const g = new Float32Array(y.length)
  const b = new Float32Array(y.length)
  for (let i = 0; i < y.length; i++) {
    r[i] = y[i]! + 1.402 * cr[i]!
    b[i] = y[i]! + 1.772 * cb[i]!
    g[i] = (y[i]! - 0.299 * r[i]! - 0.114 * b[i]!) / 0.587
  }
  return { width, height, r, g, b }
}
