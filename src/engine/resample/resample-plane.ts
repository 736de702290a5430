// Applies polyphase weights to one float plane: rows first, then columns.
import { F32_BYTES, LANES } from '../wasm/f32x4.ts'
import { placesIn } from '../wasm/wasm-emitter.ts'
import { strideFor } from '../wasm/weighted-lines.ts'
import { INTERLEAVED_LINES, PLACE_BYTES, resampleKernel } from './resample-kernel.ts'
import type { Taps } from './taps.ts'

interface Buffers {
  readonly buffer: ArrayBuffer
  /** Samples of a line of `middle` and `out`, some of them past its end. */
  readonly stride: number
  readonly starts: number
  readonly columnWeights: number
  readonly rowWeights: number
  readonly list: number
  readonly interleaved: number
  readonly source: number
  readonly middle: number
  readonly out: number
}

/** `source` is `width` wide; the result has columns.count × rows.count samples. */
export function resamplePlane(source: Float32Array, width: number, columns: Taps, rows: Taps): Float32Array {
  const height = source.length / width
  const buffers = buffersFor(width, height, columns, rows)
  new Float32Array(buffers.buffer, buffers.source, source.length).set(source)
  resampleRows(buffers, width, height, columns)
  return resampleColumns(buffers, columns.count, rows)
}

const roundUp = (value: number, step: number) => Math.ceil(value / step) * step

function buffersFor(width: number, height: number, columns: Taps, rows: Taps): Buffers {
  const { memory } = resampleKernel()
  const stride = strideFor(columns.count)
  const [starts, columnWeights, rowWeights, list, interleaved, from, middle, out] = placesIn(memory, [
    F32_BYTES * stride,
    F32_BYTES * stride * columns.tapsPerSample,
    F32_BYTES * rows.weights.length,
    F32_BYTES * rows.tapsPerSample,
    PLACE_BYTES * roundUp(width, LANES),
    // The last group may have fewer lines than are interleaved; what lies after the plane is copied along and never used.
    F32_BYTES * (roundUp(height, INTERLEAVED_LINES) * width + LANES),
    F32_BYTES * roundUp(height, INTERLEAVED_LINES) * stride,
    F32_BYTES * rows.count * stride,
  ])
  const { buffer } = memory
  return { buffer, stride, starts, columnWeights, rowWeights, list, interleaved, source: from, middle, out }
}

function resampleRows(buffers: Buffers, width: number, height: number, taps: Taps): void {
  const { buffer, stride, interleaved } = buffers
  const { interleave, filter } = resampleKernel()
  const starts = new Int32Array(buffer, buffers.starts, stride).fill(0)
  for (let x = 0; x < taps.count; x++) starts[x] = taps.starts[x]! * PLACE_BYTES
  new Float32Array(buffer, buffers.columnWeights, taps.weights.length).set(taps.weights)
  const [lineBytes, tapBytes] = [stride * F32_BYTES, taps.tapsPerSample * F32_BYTES]
  for (let y = 0; y < height; y += INTERLEAVED_LINES) {
    interleave(buffers.source + y * width * F32_BYTES, width * F32_BYTES, interleaved, width)
    const middle = buffers.middle + y * lineBytes
    filter(interleaved, buffers.starts, buffers.columnWeights, tapBytes, middle, lineBytes, taps.count)
  }
}

function resampleColumns(buffers: Buffers, width: number, taps: Taps): Float32Array {
  const { buffer, stride } = buffers
  const { addLines } = resampleKernel()
  const lineBytes = stride * F32_BYTES
  const tapBytes = taps.tapsPerSample * F32_BYTES
  new Float32Array(buffer, buffers.rowWeights, taps.weights.length).set(taps.weights)
  const out = new Float32Array(buffer, buffers.out, taps.count * stride).fill(0)
  const list = new Int32Array(buffer, buffers.list, taps.tapsPerSample)
  const result = new Float32Array(width * taps.count)
  for (let y = 0; y < taps.count; y++) {
    for (let t = 0; t < list.length; t++) list[t] = buffers.middle + (taps.starts[y]! + t) * lineBytes
    const weights = buffers.rowWeights + y * tapBytes
    addLines(buffers.list, weights, weights + tapBytes, buffers.out + y * lineBytes, width)
    result.set(out.subarray(y * stride, y * stride + width), y * width)
  }
  return result
}
