// Makes the flat areas of drawings and renderings even and leaves their lines alone: a colour bilateral filter
// (Tomasi and Manduchi 1998) with a narrow range.
import type { Planes, TileOperation } from '../operation.ts'

export interface CleanFlatsSettings {
  /** Colour distance (8-bit levels) within which neighbours count as the same surface. */
  readonly rangeLevels: number
}

const RADIUS_PX = 3
const SPACE_SIGMA_PX = 1.8
/** Range weights are looked up; distances beyond the table weigh nothing. */
const TABLE_SIZE = 1024
const TABLE_END = 12

export function cleanFlats({ rangeLevels }: CleanFlatsSettings): TileOperation {
  const scale = TABLE_SIZE / TABLE_END / (2 * (rangeLevels / 255) ** 2)
  const table = Float64Array.from({ length: TABLE_SIZE + 1 }, (_, i) =>
    i === TABLE_SIZE ? 0 : Math.exp((-i * TABLE_END) / TABLE_SIZE),
  )
  return {
    stage: 'denoise',
    haloPx: RADIUS_PX,
    costPerMegapixel: 0.3,
    run: (tile) => (rangeLevels <= 0 ? tile : bilateral(tile, table, scale)),
  }
}

function bilateral(tile: Planes, table: Float64Array, scale: number): Planes {
  const { width, height, r, g, b } = tile
  const out = { width, height, r: r.slice(), g: g.slice(), b: b.slice() }
  const offsets = neighbourhood(width)
  for (let y = RADIUS_PX; y < height - RADIUS_PX; y++) {
    for (let x = RADIUS_PX, i = y * width + RADIUS_PX; x < width - RADIUS_PX; x++, i++) {
      let sum = 1
      let sr = r[i]!
      let sg = g[i]!
      let sb = b[i]!
      for (let k = 0; k < offsets.steps.length; k++) {
        const j = i + offsets.steps[k]!
        const dr = r[j]! - r[i]!
        const dg = g[j]! - g[i]!
        const db = b[j]! - b[i]!
        const at = (dr * dr + dg * dg + db * db) * scale
        if (at >= TABLE_SIZE) continue
        const weight = table[at | 0]! * offsets.weights[k]!
        sum += weight
        sr += weight * r[j]!
        sg += weight * g[j]!
        sb += weight * b[j]!
      }
      out.r[i] = sr / sum
      out.g[i] = sg / sum
      out.b[i] = sb / sum
    }
  }
  return out
}

/** Every second neighbour outside the inner ring: half the work, the same reach. */
function neighbourhood(width: number) {
  const steps: number[] = []
  const weights: number[] = []
  for (let v = -RADIUS_PX; v <= RADIUS_PX; v++) {
    for (let u = -RADIUS_PX; u <= RADIUS_PX; u++) {
      const inner = Math.abs(u) <= 1 && Math.abs(v) <= 1
      if ((u === 0 && v === 0) || (!inner && (u + v) % 2 !== 0)) continue
      steps.push(v * width + u)
      weights.push(Math.exp(-(u * u + v * v) / (2 * SPACE_SIGMA_PX ** 2)))
    }
  }
  return { steps: Int32Array.from(steps), weights: Float64Array.from(weights) }
}
