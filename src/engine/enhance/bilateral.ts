// Smooths the flat areas of drawings and renderings and leaves their lines alone: a colour bilateral filter
// (Tomasi and Manduchi 1998) with a narrow range.
import type { Planes } from '../image/planes.ts'
import type { TileOperation } from '../operations/tile-operation.ts'
import { F32_BYTES, LANES } from '../wasm/f32x4.ts'
import { placesIn } from '../wasm/wasm-emitter.ts'
import { BELL_END, bilateralKernel, ENTRY_BYTES } from './bilateral-kernel.ts'

export interface BilateralSettings {
  /** Colour distance (8-bit levels) within which neighbours count as the same surface. */
  readonly rangeLevels: number
}

const RADIUS_PX = 3
const SPACE_SIGMA_PX = 1.8

const NEIGHBOURS = neighbourhood()

export function bilateral({ rangeLevels }: BilateralSettings): TileOperation {
  return {
    stage: 'denoise',
    haloPx: RADIUS_PX,
    costPerMegapixel: 0.08,
    run: (tile) => (rangeLevels <= 0 ? tile : filterTile(tile, rangeLevels / 255)),
  }
}

/** Values nearer than the radius to the tile's edge stay as they are. */
function filterTile({ width, height, ...colours }: Planes, range: number): Planes {
  const { memory, evenLine } = bilateralKernel()
  const planes = [colours.r, colours.g, colours.b]
  // The last vector of a line may extend past the plane.
  const planeBytes = F32_BYTES * (width * height + LANES)
  const listBytes = NEIGHBOURS.length * ENTRY_BYTES
  const [steepnessAt, listAt, sourceAt, targetAt] = placesIn(memory, [
    F32_BYTES,
    listBytes,
    3 * planeBytes,
    3 * planeBytes,
  ])
  const { buffer } = memory
  new Float32Array(buffer, steepnessAt, 1)[0] = 1 / (2 * BELL_END * range ** 2)
  const [offsets, weights] = [new Int32Array(buffer, listAt), new Float32Array(buffer, listAt)]
  NEIGHBOURS.forEach(({ u, v, weight }, i) => {
    offsets[2 * i] = (v * width + u) * F32_BYTES
    weights[2 * i + 1] = weight
  })
  const planeOf = (at: number, plane: number) => new Float32Array(buffer, at + plane * planeBytes, width * height)
  planes.forEach((plane, i) => {
    planeOf(sourceAt, i).set(plane)
    planeOf(targetAt, i).set(plane)
  })
  const count = width - 2 * RADIUS_PX
  for (let y = RADIUS_PX; count > 0 && y < height - RADIUS_PX; y++) {
    const from = (y * width + RADIUS_PX) * F32_BYTES
    evenLine(sourceAt + from, targetAt + from, planeBytes, count, listAt, listAt + listBytes, steepnessAt)
  }
  const [r, g, b] = [0, 1, 2].map((plane) => planeOf(targetAt, plane).slice())
  return { width, height, r: r!, g: g!, b: b! }
}

/** Every second neighbour outside the inner ring: half the work, the same radius. */
function neighbourhood() {
  const all = []
  for (let v = -RADIUS_PX; v <= RADIUS_PX; v++) {
    for (let u = -RADIUS_PX; u <= RADIUS_PX; u++) {
      const inner = Math.abs(u) <= 1 && Math.abs(v) <= 1
      if ((u === 0 && v === 0) || (!inner && (u + v) % 2 !== 0)) continue
      all.push({ u, v, weight: Math.exp(-(u * u + v * v) / (2 * SPACE_SIGMA_PX ** 2)) })
    }
  }
  return all
}
