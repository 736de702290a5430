// Softness of every pixel of a tile, smooth over about 50 pixels; built from cells on the picture's grid, so tiles agree.
import {
  BLUR_CELL_PX,
  BLUR_CELLS_HALO_PX,
  blurCells,
  type GradientFloor,
  sigmaOfEnergies,
} from '../analysis/blur-cells.ts'
import type { Plane } from '../image/plane.ts'
import { clamp } from '../image/ramp.ts'
import { blurSeparable, gaussianTaps } from '../signal/separable.ts'

const CELL_TAPS = gaussianTaps(2)
export const BLUR_MAP_HALO_PX = BLUR_CELLS_HALO_PX + BLUR_CELL_PX * ((CELL_TAPS.length >> 1) + 2)
/** Flat places (root of the mean squared gradient below this) show no blur; they count as sharp and stay untouched. */
const FLAT_GRADIENT = 0.003
/** So do places where the picture is weaker than this many times what noise leaves. */
const OVER_FLOOR = 1

/** σ in pixels per pixel. */
export function blurMap(plane: Plane, floor: GradientFloor): Float32Array {
  const { width, height, x, y, pixels, first, second } = blurCells(plane)
  const gather = (sums: Float64Array) => blurSeparable(Float32Array.from(sums), width, height, CELL_TAPS)
  const counts = gather(pixels)
  const firsts = gather(first)
  const seconds = gather(second)
  const sigma = counts.map((count, i) => {
    const sharp = firsts[i]! / count - floor.first
    const smooth = seconds[i]! / count - floor.second
    const certain = certainty(sharp, FLAT_GRADIENT ** 2) * certainty(smooth, OVER_FLOOR * floor.second)
    return certain === 0 ? 0 : certain * sigmaOfEnergies(sharp, smooth)
  })
  return growCells(plane, { width, height, x, y, values: sigma })
}

/** Trust rises from 0 at the least usable energy to 1 at this many times it, so that no patch has an edge. */
const WHOLLY_FROM = 4

/** 0–1. */
const certainty = (energy: number, nothing: number): number =>
  energy <= nothing ? 0 : nothing === 0 ? 1 : Math.min(1, (energy / nothing - 1) / (WHOLLY_FROM - 1))

/** A value for each 8×8 cell of the picture's grid. */
export interface ValueCells {
  readonly width: number
  readonly height: number
  readonly x: number
  readonly y: number
  readonly values: Float32Array
}

export function growCells(plane: Plane, cells: ValueCells): Float32Array {
  const out = new Float32Array(plane.width * plane.height)
  for (let y = 0; y < plane.height; y++) {
    const row = between(plane.y + y, cells.y, cells.height)
    for (let x = 0; x < plane.width; x++) {
      const column = between(plane.x + x, cells.x, cells.width)
      const at = (r: number, c: number) => cells.values[r * cells.width + c]!
      const top = at(row.near, column.near) * (1 - column.part) + at(row.near, column.far) * column.part
      const bottom = at(row.far, column.near) * (1 - column.part) + at(row.far, column.far) * column.part
      out[y * plane.width + x] = top * (1 - row.part) + bottom * row.part
    }
  }
  return out
}

function between(at: number, origin: number, length: number) {
  const position = (at + 0.5) / BLUR_CELL_PX - 0.5
  const floor = Math.floor(position)
  const cell = (index: number) => clamp(index - origin, 0, length - 1)
  return { near: cell(floor), far: cell(floor + 1), part: position - floor }
}
