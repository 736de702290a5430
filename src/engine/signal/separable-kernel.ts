// Buffers and inner loops of a separable filter in WebAssembly, written at load. Every sum has the order of its taps, so a sample gets
// the same bits in every tile.
import { SINGLE_BYTES } from '../wasm/f32x4.ts'
import { placesIn, wasmKernel } from '../wasm/wasm-emitter.ts'
import { strideFor, WEIGHING, type WeighingKernel } from '../wasm/weighted-lines.ts'

export interface SeparableKernel {
  /** Samples of a line of `out`, some of them past its end. */
  readonly stride: number
  readonly lineBytes: number
  /** The line that is filtered next, with its surroundings; and the taps, and the addresses of a column's lines. */
  readonly line: Float32Array
  readonly taps: Float32Array
  readonly list: Int32Array
  /** Where the lines of the filtered rows start, in bytes. */
  readonly middleAt: number
  /** All lines of the result, one after another. */
  readonly out: Float32Array
  /** The line in the buffer becomes line `y` of the middle. */
  filterRow(y: number, tapCount: number): void
  /** The lines of the list are added to line `y` of the result. */
  addColumn(y: number, tapCount: number): void
}

const weighing = wasmKernel<WeighingKernel>(WEIGHING)

/** Buffers for planes of this size; they are the same memory for every call. */
export function separableKernelFor(width: number, height: number, mostTaps: number): SeparableKernel {
  const { memory, filterLine, addLines } = weighing()
  const stride = strideFor(width)
  const lineBytes = stride * SINGLE_BYTES
  const lineLength = stride + mostTaps
  const tapBytes = mostTaps * SINGLE_BYTES
  const plane = height * lineBytes
  const lengths = [tapBytes, tapBytes, lineLength * SINGLE_BYTES, plane, plane] as const
  const [tapsAt, listAt, lineAt, middleAt, outAt] = placesIn(memory, lengths)
  const { buffer } = memory
  return {
    stride,
    lineBytes,
    line: new Float32Array(buffer, lineAt, lineLength),
    taps: new Float32Array(buffer, tapsAt, mostTaps),
    list: new Int32Array(buffer, listAt, mostTaps),
    middleAt,
    out: new Float32Array(buffer, outAt, height * stride),
    filterRow: (y, count) => filterLine(lineAt, tapsAt, tapsAt + count * SINGLE_BYTES, middleAt + y * lineBytes, width),
    addColumn: (y, count) => addLines(listAt, tapsAt, tapsAt + count * SINGLE_BYTES, outAt + y * lineBytes, width),
  }
}
