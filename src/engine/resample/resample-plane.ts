// Applies polyphase weights to one float plane: rows first, then columns.
import type { Taps } from './taps.ts'

/** `source` is sourceWidth wide; the result has columns.count × rows.count samples. */
export function resamplePlane(source: Float32Array, sourceWidth: number, columns: Taps, rows: Taps): Float32Array {
  const sourceHeight = source.length / sourceWidth
  return resampleColumns(resampleRows(source, sourceWidth, sourceHeight, columns), columns.count, rows)
}

function resampleRows(source: Float32Array, width: number, height: number, taps: Taps): Float32Array {
  const { count, tapsPerSample, starts, weights } = taps
  const target = new Float32Array(count * height)
  for (let y = 0, to = 0; y < height; y++) {
    const row = y * width
    for (let x = 0, w = 0; x < count; x++) {
      let from = row + starts[x]!
      let sum = 0
      for (let t = 0; t < tapsPerSample; t++) sum += source[from++]! * weights[w++]!
      target[to++] = sum
    }
  }
  return target
}

function resampleColumns(source: Float32Array, width: number, taps: Taps): Float32Array {
  const { count, tapsPerSample, starts, weights } = taps
  const target = new Float32Array(width * count)
  for (let y = 0, w = 0; y < count; y++) {
    const to = y * width
    for (let t = 0; t < tapsPerSample; t++) {
      const weight = weights[w++]!
      if (weight === 0) continue
      let from = (starts[y]! + t) * width
      for (let x = to; x < to + width; x++) target[x]! += source[from++]! * weight
    }
  }
  return target
}
