// A tile in WebAssembly memory while its edges are smoothed or warped: the plane, and beside it the guide.
// Only the output is copied out: allocating the many intermediate planes as arrays would cost more than computing them.

import { grow, type Rect } from '../image/rect.ts'
import { cutPlaneInto, type StoredPlane } from '../resample/stored-plane.ts'
import { F32_BYTES } from '../wasm/f32x4.ts'
import { placesIn, wasmKernel } from '../wasm/wasm-emitter.ts'
import { strideFor, WEIGHING, type WeighingKernel } from '../wasm/weighted-lines.ts'
import {
  RESERVED_BYTES,
  type RunLine,
  smoothFunction,
  strengthFunction,
  tensorFunction,
  warpFunction,
} from './edge-kernel.ts'

interface EdgeKernel extends WeighingKernel {
  readonly tensor: RunLine
  readonly strength: RunLine
  readonly smooth: RunLine
  readonly warp: RunLine
}

export interface EdgeTile {
  /** Averages each sample with its two neighbours along the edge it lies on; `strength` 0–1, `distancePx` their distance. */
  smooth(settings: { readonly strength: number; readonly distancePx: number }): Float32Array
  /** Moves each sample down the slope of the edges' strength by `pull` × slope / strength, `farthest` pixels at most. */
  warp(settings: { readonly pull: number; readonly farthest: number }): Float32Array
}

const edgeKernel = wasmKernel<EdgeKernel>([
  tensorFunction(),
  strengthFunction(),
  smoothFunction(),
  warpFunction(),
  ...WEIGHING,
])

/** Samples beyond a place between samples that its value is made of, and one for rounding. */
const CUBIC_HALO = 3
/** The guide is computed from neighbours, and warping reads it around its samples. */
const GUIDE_HALO = 2

/** `taps` blur the guide; `farthestPx`: how far from a sample, in pixels, the plane is read. */
export function edgeTile(plane: StoredPlane, core: Rect, taps: Float64Array, farthestPx: number): EdgeTile {
  const kernel = edgeKernel()
  const radius = taps.length >> 1
  const margin = Math.max(radius + GUIDE_HALO, Math.ceil(farthestPx) + CUBIC_HALO)
  const rect = grow(core, margin)
  const stride = strideFor(rect.width)
  const lineBytes = stride * F32_BYTES
  const planeBytes = rect.height * lineBytes
  // Lanes past a line's end read the next line or, at the very end, the memory reserved last.
  const lengths = [taps.length * F32_BYTES, taps.length * F32_BYTES, 4 * planeBytes, planeBytes, 2 * lineBytes] as const
  const [tapsAt, listAt, planeAt, spareAt] = placesIn(kernel.memory, lengths, RESERVED_BYTES)
  const { buffer } = kernel.memory
  new Float32Array(buffer, tapsAt, taps.length).set(taps)
  const list = new Int32Array(buffer, listAt, taps.length)
  cutPlaneInto(new Float32Array(buffer, planeAt, stride * rect.height), stride, plane, rect)

  const guideAt = planeAt + planeBytes
  const tapsEnd = tapsAt + taps.length * F32_BYTES
  const overRows = (first: number, each: (y: number) => void) => {
    for (let y = first; y < rect.height - first; y++) each(y)
  }

  function fillGuide(of: 'tensor' | 'strength', planes: number) {
    overRows(1, (y) => {
      const guide = guideAt + y * lineBytes
      kernel[of](planeAt + y * lineBytes, guide, guide, rect.width, lineBytes, planeBytes)
    })
    for (let i = 0; i < planes; i++) blur(guideAt + i * planeBytes)
  }

  function blur(at: number) {
    const left = radius * F32_BYTES
    overRows(0, (y) =>
      kernel.filterLine(at + y * lineBytes - left, tapsAt, tapsEnd, spareAt + y * lineBytes, rect.width),
    )
    new Float32Array(buffer, at, stride * rect.height).fill(0)
    overRows(radius, (y) => {
      for (let k = 0; k < list.length; k++) list[k] = spareAt + (y - radius + k) * lineBytes
      kernel.addLines(listAt, tapsAt, tapsEnd, at + y * lineBytes, rect.width)
    })
  }

  function outputOf(of: 'smooth' | 'warp', settings: readonly number[]): Float32Array {
    new Float32Array(buffer, 0, settings.length).set(settings)
    const result = new Float32Array(core.width * core.height)
    const line = new Float32Array(buffer, spareAt, stride)
    for (let y = 0; y < core.height; y++) {
      const from = (y + margin) * lineBytes + margin * F32_BYTES
      kernel[of](planeAt + from, guideAt + from, spareAt, core.width, lineBytes, planeBytes)
      result.set(line.subarray(0, core.width), y * core.width)
    }
    return result
  }

  return {
    smooth({ strength, distancePx }) {
      fillGuide('tensor', 3)
      return outputOf('smooth', [strength, distancePx])
    },
    warp({ pull, farthest }) {
      fillGuide('strength', 1)
      return outputOf('warp', [-pull, farthest])
    },
  }
}
