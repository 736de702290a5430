// A net whose answer has the size of its input, as the passes use it: whole planes go in and come out, the phases are woven here.
import type { TilePlace } from '../image/planes.ts'
import { alignedRect, type Rect } from '../image/rect.ts'
import { checkPattern } from './check-output.ts'
import type { SameSizeWeights } from './read-weights.ts'
import { PHASE_SIDE, PHASES, sameSizeChannels, sameSizeGraph, sameSizeReach } from './refine-graph.ts'
import type { NetSession } from './session.ts'
import { type Arithmetic, provenSession, type SessionPlace } from './verified-session.ts'

/** Size of the planes and where they lie in the picture; all four even (evenRect), so that every tile has the same phases. */
export interface SameSizeFrame extends Pick<TilePlace, 'x' | 'y'> {
  readonly width: number
  readonly height: number
}

export type SameSizeShape = Pick<SameSizeWeights, 'planesIn' | 'planesOut' | 'maps' | 'grid' | 'blocks'>

export interface SameSizeNet {
  readonly shape: SameSizeShape
  /** Pixels of surroundings that a correct value needs on every side. */
  readonly reachPx: number
  /** The layers alone: all channels of the input at half size, of which `width` is one row, and of the answer. */
  answer(stack: Float32Array, width: number): Promise<Float32Array>
  /** `maps` are values for the whole frame. */
  run(planes: readonly Float32Array[], maps: readonly number[], frame: SameSizeFrame): Promise<Float32Array[]>
}

export interface OpenedSameSizeNet extends SameSizeNet {
  readonly arithmetic: Arithmetic
}

/** Our nets, which give a change and not a picture, give 13 to 23 dB, and lose 0.01 to 0.04 dB on pictures; sums cut to a quarter give none. */
const INT8_LEAST_DB = 11

/** Opened and proven to compute right here. */
export async function createSameSizeNet(
  weights: SameSizeWeights,
  threads: number,
  place?: SessionPlace,
): Promise<OpenedSameSizeNet> {
  const { planesIn, planesOut, maps, grid, blocks, spans, checkSidePx: side, checkAnswer } = weights
  const { input } = sameSizeChannels(weights)
  const check = (opened: NetSession) => opened.run(checkPattern(side, side * input), input, side)
  const session = await provenSession(
    { graph: sameSizeGraph(weights), spans, threads, check, checkAnswer, int8LeastDb: INT8_LEAST_DB },
    place,
  )
  const shape = { planesIn, planesOut, maps, grid, blocks }
  const net = sameSizeNet(shape, (stack, width) => session.run(stack, input, width))
  return { ...net, arithmetic: session.arithmetic }
}

/** Weaves what goes in and what comes out of `answer`, wherever that computes. */
export function sameSizeNet(shape: SameSizeShape, answer: SameSizeNet['answer']): SameSizeNet {
  return {
    shape,
    reachPx: sameSizeReach(shape),
    answer,
    async run(planes, maps, frame) {
      if (planes.length !== shape.planesIn || maps.length !== shape.maps)
        throw new Error(`the net wants ${shape.planesIn} planes and ${shape.maps} maps`)
      const samples = await answer(stackOf(planes, maps, shape.grid, frame), frame.width / PHASE_SIDE)
      return Array.from({ length: shape.planesOut }, (_, plane) => wovenPlane(samples, plane, frame))
    },
  }
}

export const evenRect = (rect: Rect): Rect => alignedRect(rect, PHASE_SIDE)

function stackOf(planes: readonly Float32Array[], maps: readonly number[], grid: number, frame: SameSizeFrame) {
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
function fillPlaces(samples: Float32Array, count: number, { x, y, width, height }: SameSizeFrame): void {
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

function wovenPlane(samples: Float32Array, plane: number, frame: SameSizeFrame): Float32Array {
  const out = new Float32Array(frame.width * frame.height)
  for (const { from, to, count } of phaseRows(frame, plane))
    for (let x = 0; x < count; x++) out[from + PHASE_SIDE * x] = samples[to + x]!
  return out
}

/** Rows of the net's four planes of one plane: where a row begins in the plane (every second pixel of it), and where among the samples. */
function* phaseRows({ width, height }: SameSizeFrame, plane: number) {
  const count = width / PHASE_SIDE
  let to = plane * width * height
  for (let phase = 0; phase < PHASES; phase++) {
    for (let y = Math.floor(phase / PHASE_SIDE); y < height; y += PHASE_SIDE, to += count)
      yield { from: y * width + (phase % PHASE_SIDE), to, count }
  }
}
