// Reference inference of a pack's net, by plain loops in double precision: slow, and independent of the graph writer and of the runtime.
import type { Convolution, PackLayer, PackNet } from '../packs/ncnn-layers.ts'

interface Blob {
  readonly width: number
  readonly planes: readonly Float64Array[]
}

/** Planes below each other in, planes below each other out. */
export function plainPack({ input, output, layers }: PackNet, samples: Float32Array, width: number): Float64Array {
  const count = samples.length / 3
  const planes = [0, 1, 2].map((i) => Float64Array.from(samples.subarray(i * count, (i + 1) * count)))
  const blobs = new Map<string, Blob>([[input, { width, planes }]])
  for (const layer of layers) {
    const inputs = ('inputs' in layer ? layer.inputs : [layer.input]).map((name) => blobs.get(name)!)
    blobs.set(layer.output, answer(layer, inputs[0]!, inputs[1]))
  }
  return Float64Array.from(blobs.get(output)!.planes.flatMap((plane) => [...plane]))
}

function answer(layer: PackLayer, first: Blob, second?: Blob): Blob {
  const { width, planes } = first
  switch (layer.type) {
    case 'convolution':
      return { width, planes: convolved(layer, first) }
    case 'prelu':
      return { width, planes: planes.map((plane, c) => plane.map((x) => (x > 0 ? x : layer.slopes[c]! * x))) }
    case 'concat':
      return { width, planes: [...planes, ...second!.planes] }
    case 'sum':
      return { width, planes: planes.map((plane, c) => plane.map((x, i) => layer.part * x + second!.planes[c]![i]!)) }
    case 'nearest':
      return enlarged(first, layer.factor, planes.length, (c) => c)
    case 'shuffle':
      return enlarged(
        first,
        layer.factor,
        planes.length / layer.factor ** 2,
        (c, u, v) => c * layer.factor ** 2 + v * layer.factor + u,
      )
  }
}

function convolved({ channels, weights, bias, slope }: Convolution, { width, planes }: Blob): Float64Array[] {
  const height = planes[0]!.length / width
  const at = (plane: Float64Array, x: number, y: number) =>
    x < 0 || y < 0 || x >= width || y >= height ? 0 : plane[y * width + x]!
  return Array.from(bias, (start, to) =>
    planes[0]!.map((_, i) => {
      let sum = start
      for (const [from, plane] of planes.entries())
        for (let tap = 0; tap < 9; tap++)
          sum +=
            weights[(to * channels.from + from) * 9 + tap]! *
            at(plane, (i % width) + (tap % 3) - 1, Math.floor(i / width) + Math.floor(tap / 3) - 1)
      return sum > 0 || slope === undefined ? sum : slope * sum
    }),
  )
}

function enlarged(
  { width, planes }: Blob,
  factor: number,
  channels: number,
  planeOf: (channel: number, u: number, v: number) => number,
): Blob {
  const wide = width * factor
  const length = planes[0]!.length * factor ** 2
  const sample = (c: number, i: number) => {
    const [x, y] = [i % wide, Math.floor(i / wide)]
    return planes[planeOf(c, x % factor, y % factor)]![Math.floor(y / factor) * width + Math.floor(x / factor)]!
  }
  return {
    width: wide,
    planes: Array.from({ length: channels }, (_, c) => Float64Array.from({ length }, (_, i) => sample(c, i))),
  }
}
