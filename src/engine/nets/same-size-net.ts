// A net whose answer has the size of its input, as the passes use it: whole planes go in and come out, the phases are woven here.
import type { TilePlace } from '../operation.ts'
import type { Rect } from '../tiles/tile-grid.ts'
import { checkPattern, proveAnswer } from './check-answer.ts'
import type { SameSizeWeights } from './read-weights.ts'
import { PHASES, sameSizeChannels, sameSizeGraph, sameSizeReach } from './same-size-graph.ts'
import { createSession } from './session.ts'

/** Size of the planes and where they lie in the picture; all four even (evenRect), so that every tile has the same phases. */
export interface SameSizeFrame extends Pick<TilePlace, 'x' | 'y'> {
  readonly width: number
  readonly height: number
}

export interface SameSizeNet {
  /** Pixels of surroundings that a correct value needs on every side. */
  readonly reachPx: number
  /** `maps` are values for the whole frame. */
  run(planes: readonly Float32Array[], maps: readonly number[], frame: SameSizeFrame): Promise<Float32Array[]>
}

/** Opened and proven to compute right here. */
export async function createSameSizeNet(weights: SameSizeWeights, threads: number): Promise<SameSizeNet> {
  const session = await createSession(sameSizeGraph(weights), threads)
  const { input } = sameSizeChannels(weights)
  const side = weights.checkSidePx
  proveAnswer(await session.run(checkPattern(side, side * input), input, side), weights.checkAnswer)
  return {
    reachPx: sameSizeReach(weights),
    async run(planes, maps, frame) {
      if (planes.length !== weights.planesIn || maps.length !== weights.maps)
        throw new Error(`the net wants ${weights.planesIn} planes and ${weights.maps} maps`)
      const samples = await session.run(stackOf(planes, maps, weights.grid, frame), input, frame.width / 2)
      return Array.from({ length: weights.planesOut }, (_, plane) => wovenPlane(samples, plane, frame))
    },
  }
}

/** The smallest rectangle around this one that starts and ends at even pixels. */
export function evenRect({ x, y, width, height }: Rect): Rect {
  const [left, top] = [x - (x & 1), y - (y & 1)]
  const [right, bottom] = [x + width, y + height]
  return { x: left, y: top, width: right + (right & 1) - left, height: bottom + (bottom & 1) - top }
}

function stackOf(planes: readonly Float32Array[], maps: readonly number[], grid: number, frame: SameSizeFrame) {
  const size = (frame.width * frame.height) / PHASES
  const samples = new Float32Array((PHASES * planes.length + maps.length + grid) * size)
  for (const [i, plane] of planes.entries())
    forEachPhase(frame, i, (inside, at) => {
      samples[inside] = plane[at]!
    })
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
  forEachPhase(frame, plane, (inside, at) => {
    out[at] = samples[inside]!
  })
  return out
}

/** Each sample of the net's four planes of one plane with the pixel that it belongs to. */
function forEachPhase(
  { width, height }: SameSizeFrame,
  plane: number,
  visit: (inside: number, at: number) => void,
): void {
  let inside = plane * width * height
  for (let phase = 0; phase < PHASES; phase++) {
    for (let y = phase >> 1; y < height; y += 2) {
      for (let x = phase & 1; x < width; x += 2) visit(inside++, y * width + x)
    }
  }
}
