// A net whose output has the size of its input, as the passes use it: whole planes go in and come out, pixels are shuffled here.
import type { TilePlace } from '../image/planes.ts'
import { alignedRect, type Rect } from '../image/rect.ts'
import { checkPattern } from './check-output.ts'
import type { RefineWeights } from './read-weights.ts'
import { PHASE_SIDE, PHASES, refineChannels, refineGraph, refineHaloPx } from './refine-graph.ts'
import type { NetSession } from './session.ts'
import { type Arithmetic, type SessionPlace, verifiedSession } from './verified-session.ts'

/** Size of the planes and where they lie in the picture; all four even (evenRect), so that every tile has the same phases. */
export interface RefineFrame extends Pick<TilePlace, 'x' | 'y'> {
  readonly width: number
  readonly height: number
}

export type RefineNetShape = Pick<RefineWeights, 'planesIn' | 'planesOut' | 'maps' | 'grid' | 'blocks'>

export interface RefineNet {
  readonly shape: RefineNetShape
  /** Pixels of surroundings that a correct value needs on every side. */
  readonly haloPx: number
  /** The layers alone: all channels of the input at half size, of which `width` is one row, and of the output. */
  infer(stack: Float32Array, width: number): Promise<Float32Array>
  /** `maps` are values for the whole frame. */
  run(planes: readonly Float32Array[], maps: readonly number[], frame: RefineFrame): Promise<Float32Array[]>
}

export interface OpenedRefineNet extends RefineNet {
  readonly arithmetic: Arithmetic
}

/** Our nets, which give a change and not a picture, give 13 to 23 dB, and lose 0.01 to 0.04 dB on pictures; sums cut to a quarter give none. */
const INT8_MIN_PSNR_DB = 11

/** Opened and verified on this processor. */
export async function createRefineNet(
  weights: RefineWeights,
  threads: number,
  place?: SessionPlace,
): Promise<OpenedRefineNet> {
  const { planesIn, planesOut, maps, grid, blocks, activationRanges, checkSidePx: side, referenceOutput } = weights
  const { input } = refineChannels(weights)
  const check = (opened: NetSession) => opened.run(checkPattern(side, side * input), input, side)
  const session = await verifiedSession(
    { graph: refineGraph(weights), activationRanges, threads, check, referenceOutput, int8MinPsnrDb: INT8_MIN_PSNR_DB },
    place,
  )
  const shape = { planesIn, planesOut, maps, grid, blocks }
  const net = refineNet(shape, (stack, width) => session.run(stack, input, width))
  return { ...net, arithmetic: session.arithmetic }
}

/** Pixel-unshuffles what goes in and pixel-shuffles what comes out of `infer`, wherever that runs. */
export function refineNet(shape: RefineNetShape, infer: RefineNet['infer']): RefineNet {
  return {
    shape,
    haloPx: refineHaloPx(shape),
    infer,
    async run(planes, maps, frame) {
      if (planes.length !== shape.planesIn || maps.length !== shape.maps)
        throw new Error(`the net wants ${shape.planesIn} planes and ${shape.maps} maps`)
      const samples = await infer(pixelUnshuffle(planes, maps, shape.grid, frame), frame.width / PHASE_SIDE)
      return Array.from({ length: shape.planesOut }, (_, plane) => shuffledPlane(samples, plane, frame))
    },
  }
}

export const evenRect = (rect: Rect): Rect => alignedRect(rect, PHASE_SIDE)

function pixelUnshuffle(planes: readonly Float32Array[], maps: readonly number[], grid: number, frame: RefineFrame) {
  const size = (frame.width * frame.height) / PHASES
  const samples = new Float32Array((PHASES * planes.length + maps.length + grid) * size)
  for (const [i, plane] of planes.entries()) {
    for (const { from, to, count } of phaseRows(frame, i))
      for (let x = 0; x < count; x++) samples[to + x] = plane[from + PHASE_SIDE * x]!
  }
  const from = PHASES * planes.length * size
  for (const [i, value] of maps.entries()) samples.fill(value, from + i * size, from + (i + 1) * size)
  if (grid > 0) fillPlaces(samples.subarray(from + maps.length * size), grid / 2, frame)
  return samples
}

/** One plane for each column of a block, then one for each row, at half size. */
function fillPlaces(samples: Float32Array, count: number, { x, y, width, height }: RefineFrame): void {
  const [columns, rows] = [width / 2, height / 2]
  const size = columns * rows
  const placeOf = (position: number) => ((position % count) + count) % count
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column
      samples[placeOf(x / 2 + column) * size + at] = 1
      samples[(count + placeOf(y / 2 + row)) * size + at] = 1
    }
  }
}

function shuffledPlane(samples: Float32Array, plane: number, frame: RefineFrame): Float32Array {
  const out = new Float32Array(frame.width * frame.height)
  for (const { from, to, count } of phaseRows(frame, plane))
    for (let x = 0; x < count; x++) out[from + PHASE_SIDE * x] = samples[to + x]!
  return out
}

/** Rows of the net's four planes of one plane: where a row begins in the plane (every second pixel of it), and where among the samples. */
function* phaseRows({ width, height }: RefineFrame, plane: number) {
  const count = width / PHASE_SIDE
  let to = plane * width * height
  for (let phase = 0; phase < PHASES; phase++) {
    for (let y = Math.floor(phase / PHASE_SIDE); y < height; y += PHASE_SIDE, to += count)
      yield { from: y * width + (phase % PHASE_SIDE), to, count }
  }
}
