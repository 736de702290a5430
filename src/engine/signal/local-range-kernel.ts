// The inner loops of local ranges as WebAssembly of f32x4 vectors, written at load.
import * as four from '../wasm/f32x4.ts'
import { addInt, get, int, repeat, set, type WasmFunction, type WasmMemory, wasmKernel } from '../wasm/wasm-emitter.ts'

/** In place, from `from` up to `end`: every value becomes the extreme of itself and the value `ahead` bytes behind it. */
type Combine = (from: number, end: number, ahead: number) => void

interface RangeKernel {
  readonly memory: WasmMemory
  readonly least: Combine
  readonly most: Combine
}

const EXTREMES = { least: four.least, most: four.most } as const

function combineFunction(name: keyof typeof EXTREMES): WasmFunction {
  const extreme = EXTREMES[name]
  const [AT, END, AHEAD] = [0, 1, 2] as const
  const VALUE = 3
  return {
    name,
    parameters: 3,
    integers: 0,
    vectors: 1,
    body: repeat(AT, int(four.VECTOR_BYTES), get(END), [
      ...set(VALUE, extreme(four.load(get(AT)), four.load(addInt(get(AT), get(AHEAD))))),
      ...four.store(get(AT), 0, get(VALUE)),
    ]),
  }
}

export const rangeKernel = wasmKernel<RangeKernel>([combineFunction('least'), combineFunction('most')])
