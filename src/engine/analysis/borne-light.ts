// How much of an estimated cast a picture bears. A cast lies on everything; a clear sky, a sea or a meadow is one region of its own colour and leads the estimate, while
// what lies beside it would become as much too warm, or too cool, as the region is taken for a cast (decision 0252).
import { toLinear } from '../image/colour-space.ts'
import type { Planes } from '../image/planes.ts'
import { clamp01, ramp } from '../image/ramp.ts'

type Light = readonly [number, number, number]

const CELLS_ACROSS = 8
/** Part of the cells that may lie beyond: a lamp, a red car. */
const BEYOND = 0.15
/** Ratio of red to blue, logarithm, that the warmest and coolest cells of a balanced photograph have; set on Kodak pictures and portraits under four casts. */
const BALANCED = { warmest: 1, coolest: -0.5 } as const
/** Between the tenths of the cells at both ends: portraits, rooms and streets 0.5 to 1, views with sky and land 2 to 5. */
const SPREAD = { alike: 1, apart: 2 } as const
const TENTH = 0.1

/** The light, drawn towards neutral where regions of different colour do not bear it. */
export function borneLight([red, green, blue]: Light, photo: Planes): Light {
  const cast = Math.log(red / blue)
  if (cast === 0) return [red, green, blue]
  const cells = redToBlueOfCells(photo).sort((a, b) => a - b)
  const at = (part: number) => cells[Math.min(cells.length - 1, Math.floor(part * cells.length))] ?? 0
  const room = cast > 0 ? at(BEYOND) - BALANCED.coolest : BALANCED.warmest - at(1 - BEYOND)
  const apart = ramp(at(1 - TENTH) - at(TENTH), SPREAD.alike, SPREAD.apart)
  const part = 1 - apart * (1 - clamp01(room / Math.abs(cast)))
  return [red ** part, green, blue ** part]
}

/** Pixels from which colour is read: neither clipped nor black. */
const READ = { from: 0.06, to: 0.97 } as const
const LEAST_PART_OF_CELL = 0.05
/** Of linear light: pure red has a ratio. */
const FLOOR = 0.002

function redToBlueOfCells({ width, height, r, g, b }: Planes): number[] {
  const cells = Array.from({ length: CELLS_ACROSS ** 2 }, () => ({ red: 0, blue: 0, count: 0 }))
  for (let i = 0; i < g.length; i++) {
    const most = Math.max(r[i]!, g[i]!, b[i]!)
    if (most <= READ.from || most >= READ.to) continue
    const [across, down] = [(i % width) / width, Math.floor(i / width) / height]
    const cell = cells[Math.floor(CELLS_ACROSS * down) * CELLS_ACROSS + Math.floor(CELLS_ACROSS * across)]!
    cell.red += toLinear(r[i]!)
    cell.blue += toLinear(b[i]!)
    cell.count++
  }
  const least = (LEAST_PART_OF_CELL * g.length) / cells.length
  return cells
    .filter(({ count }) => count > least)
    .map(({ red, blue, count }) => Math.log((red / count + FLOOR) / (blue / count + FLOOR)))
}
