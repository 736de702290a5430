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

/**
 * White and glossy surfaces mirror the light: where the brightest pixels of the coolest cells are about as blue as the estimate, it is believed, whatever stands beside.
 * Photographs under blue casts have those at 0.2 to 1.2 of it (one of 2.7), most balanced ones at −0.15 and above, clear skies at 5 times their estimate and more.
 */
const MIRRORED = { part: 0.1, coolest: 0.15, usual: -0.15 } as const
const TIMES_THE_ESTIMATE = { sky: 3, light: 2 } as const

/** The light, drawn towards neutral where regions of different colour do not bear it. */
export function borneLight([red, green, blue]: Light, photo: Planes): Light {
  const cast = Math.log(red / blue)
  if (cast === 0) return [red, green, blue]
  const cells = cellsOf(photo)
  const at = inOrder(cells.map(meanRedToBlue))
  const room = cast > 0 ? at(BEYOND) - BALANCED.coolest : BALANCED.warmest - at(1 - BEYOND)
  const apart = ramp(at(1 - TENTH) - at(TENTH), SPREAD.alike, SPREAD.apart)
  const borne = 1 - apart * (1 - clamp01(room / Math.abs(cast)))
  const part = cast > 0 || borne === 1 ? borne : Math.max(borne, mirroredPart(cells, photo, cast))
  return [red ** part, green, blue ** part]
}

function mirroredPart(cells: readonly Cell[], photo: Planes, cast: number): number {
  const mirrored = inOrder(cells.map((cell) => redToBlueOfBrightest(cell, photo)))(MIRRORED.coolest)
  const isLight = ramp(mirrored / cast, TIMES_THE_ESTIMATE.sky, TIMES_THE_ESTIMATE.light)
  return isLight * clamp01((mirrored - MIRRORED.usual) / cast)
}

/** Value below which a part of all lies. */
function inOrder(values: readonly number[]): (part: number) => number {
  const sorted = Float64Array.from(values).sort()
  return (part) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0
}

/** Pixels from which colour is read: neither clipped nor black. */
const READ = { from: 0.06, to: 0.97 } as const
const LEAST_PART_OF_CELL = 0.05
/** Linear light is taken for this much at least: pure red has a ratio. */
const FLOOR = 0.002

interface Cell {
  red: number
  blue: number
  readonly pixels: number[]
}

function cellsOf({ width, height, r, g, b }: Planes): Cell[] {
  const cells = Array.from({ length: CELLS_ACROSS ** 2 }, (): Cell => ({ red: 0, blue: 0, pixels: [] }))
  for (let i = 0; i < g.length; i++) {
    const most = Math.max(r[i]!, g[i]!, b[i]!)
    if (most <= READ.from || most >= READ.to) continue
    const [across, down] = [(i % width) / width, Math.floor(i / width) / height]
    const cell = cells[Math.floor(CELLS_ACROSS * down) * CELLS_ACROSS + Math.floor(CELLS_ACROSS * across)]!
    cell.red += toLinear(r[i]!)
    cell.blue += toLinear(b[i]!)
    cell.pixels.push(i)
  }
  const fewest = (LEAST_PART_OF_CELL * g.length) / cells.length
  return cells.filter(({ pixels }) => pixels.length > fewest)
}

const redToBlue = (red: number, blue: number): number => Math.log((red + FLOOR) / (blue + FLOOR))

const meanRedToBlue = ({ red, blue, pixels }: Cell): number => redToBlue(red / pixels.length, blue / pixels.length)

function redToBlueOfBrightest({ pixels }: Cell, { r, g, b }: Planes): number {
  const least = pixels.map((i) => Math.min(r[i]!, g[i]!, b[i]!))
  const from = inOrder(least)(1 - MIRRORED.part)
  const brightest = pixels.filter((_, n) => least[n]! >= from)
  return inOrder(brightest.map((i) => redToBlue(toLinear(r[i]!), toLinear(b[i]!))))(0.5)
}
