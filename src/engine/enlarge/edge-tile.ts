// A tile in WebAssembly memory on its way through smoothing along edges or narrowing them: the plane, and beside it what guides them.
// Nothing is copied out but the answer; the many planes between cost more as arrays of their own than their computing.
import { cutPlaneInto, type StoredPlane } from '../resample/stored-plane.ts'
import { grow, type Rect } from '../tiles/tile-grid.ts'
import { SINGLE_BYTES } from '../wasm/four-singles.ts'
import { placesIn, type WasmMemory, wasmExports } from '../wasm/wasm-code.ts'
import {
  type AddLines,
  addLinesFunction,
  type FilterLine,
  filterLineFunction,
  LINE_STEP,
} from '../wasm/weighted-lines.ts'
import {
  narrowFunction,
  RESERVED_BYTES,
  type RunLine,
  smoothFunction,
  strengthFunction,
  tensorFunction,
} from './edge-code.ts'

interface KernelExports {
  readonly memory: WasmMemory
  readonly tensor: RunLine
  readonly strength: RunLine
  readonly smooth: RunLine
  readonly narrow: RunLine
  readonly filterLine: FilterLine
  readonly addLines: AddLines
}

export interface EdgeTile {
  /** Averages each sample with its two neighbours along the edge it lies on; `strength` 0–1, `reach` their distance in pixels. */
  smooth(settings: { readonly strength: number; readonly reach: number }): Float32Array
  /** Moves each sample down the slope of the edges' strength by `pull` × slope / strength, `farthest` pixels at most. */
  narrow(settings: { readonly pull: number; readonly farthest: number }): Float32Array
}

let loaded: KernelExports | undefined

function edgeKernel(): KernelExports {
  loaded ??= wasmExports<KernelExports>(
    [
      tensorFunction(),
      strengthFunction(),
      smoothFunction(),
      narrowFunction(),
      filterLineFunction('filterLine'),
      addLinesFunction('addLines'),
    ],
    1,
  )
  return loaded
}

/** `taps` blur what guides; `margin`: samples around the core that are cut too, at least the taps' radius and two more. */
export function edgeTile(plane: StoredPlane, core: Rect, margin: number, taps: Float64Array): EdgeTile {
  const kernel = edgeKernel()
  const rect = grow(core, margin)
  const stride = Math.ceil(rect.width / LINE_STEP) * LINE_STEP
  const lineBytes = stride * SINGLE_BYTES
  const planeBytes = rect.height * lineBytes
  const radius = taps.length >> 1
  // What lanes past a line's end read lies in the next line or, at the very end, in what is reserved last.
  const lengths = [
    taps.length * SINGLE_BYTES,
    taps.length * SINGLE_BYTES,
    4 * planeBytes,
    planeBytes,
    2 * lineBytes,
  ] as const
  const [tapsAt, listAt, planeAt, spareAt] = placesIn(kernel.memory, lengths, RESERVED_BYTES)
  const { buffer } = kernel.memory
  new Float32Array(buffer, tapsAt, taps.length).set(taps)
  const list = new Int32Array(buffer, listAt, taps.length)
  cutPlaneInto(new Float32Array(buffer, planeAt, stride * rect.height), stride, plane, rect)

  const guideAt = planeAt + planeBytes
  const tapsEnd = tapsAt + taps.length * SINGLE_BYTES
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
    const left = radius * SINGLE_BYTES
    overRows(0, (y) =>
      kernel.filterLine(at + y * lineBytes - left, tapsAt, tapsEnd, spareAt + y * lineBytes, rect.width),
    )
    new Float32Array(buffer, at, stride * rect.height).fill(0)
    overRows(radius, (y) => {
      for (let k = 0; k < list.length; k++) list[k] = spareAt + (y - radius + k) * lineBytes
      kernel.addLines(listAt, tapsAt, tapsEnd, at + y * lineBytes, rect.width)
    })
  }

  function answer(of: 'smooth' | 'narrow', settings: readonly number[]): Float32Array {
    new Float32Array(buffer, 0, settings.length).set(settings)
    const result = new Float32Array(core.width * core.height)
    const line = new Float32Array(buffer, spareAt, stride)
    for (let y = 0; y < core.height; y++) {
      const from = (y + margin) * lineBytes + margin * SINGLE_BYTES
      kernel[of](planeAt + from, guideAt + from, spareAt, core.width, lineBytes, planeBytes)
      result.set(line.subarray(0, core.width), y * core.width)
    }
    return result
  }

  return {
    smooth({ strength, reach }) {
      fillGuide('tensor', 3)
      return answer('smooth', [strength, reach])
    },
    narrow({ pull, farthest }) {
      fillGuide('strength', 1)
      return answer('narrow', [-pull, farthest])
    },
  }
}
