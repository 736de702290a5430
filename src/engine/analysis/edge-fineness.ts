// How soft the strongest edges are, read from the finest frequencies: fourth differences beside first ones. The re-blur ratio of
// blur.ts looks past noise and compression but takes skin, sky and soft backgrounds for blur; this one tells a soft subject from
// a blurred picture, because somewhere in a picture in focus an edge is as fine as the grid.
import type { Plane } from '../operations/plane.ts'

const CELL_PX = 8
/** The cells with most gradient energy; together they answer for the picture. */
const STRONG_PART = 0.15
const STRONG_CELLS_MIN = 8
/** The calmest fourth differences are the noise's. */
const CALM_PART = 0.2
/** Sums of squares that white noise of unit variance leaves in one direction: first difference over two pixels, halved; fourth difference. */
const NOISE_SLOPE = 0.5
const NOISE_FOURTH = 70
/** Without that much of an edge there is nothing to tell: a step of six levels across a cell. */
const LEAST_SLOPE = 2 * CELL_PX * (3 / 255) ** 2

/**
 * Ratio of the energies → σ of a Gaussian in pixels: medians of 46 training photographs, halved and blurred. Without blur they read 4.7
 * to 55, blurred by 0.8 px at most 5.3, so the answer begins where a sharp photograph is rare.
 */
const SIGMA_OF_RATIO = [
  { ratio: 7, sigmaPx: 0 },
  { ratio: 4, sigmaPx: 0.6 },
  { ratio: 1.7, sigmaPx: 0.8 },
  { ratio: 0.68, sigmaPx: 1 },
  { ratio: 0.15, sigmaPx: 1.5 },
  { ratio: 0.05, sigmaPx: 2.2 },
] as const
/** What is softer than the table is as soft as the other measurement says. */
const BEYOND_PX = 8

interface Cell {
  readonly slope: number
  readonly fourth: number
}

/** Gaussian-equivalent σ in pixels of the picture's strongest edges; 0 where they are as fine as the grid, or where there are none. */
export function estimateEdgeBlur(lumas: readonly Plane[]): number {
  const cells = lumas.flatMap(cellsOf)
  if (cells.length === 0) return 0
  const fourths = cells.map(({ fourth }) => fourth).sort((a, b) => a - b)
  const floor = fourths[Math.floor(CALM_PART * fourths.length)]!
  cells.sort((a, b) => b.slope - a.slope)
  const strong = cells.slice(0, Math.max(STRONG_CELLS_MIN, Math.ceil(STRONG_PART * cells.length)))
  let slope = 0
  let fourth = 0
  for (const cell of strong) {
    slope += Math.max(0, cell.slope - (floor * NOISE_SLOPE) / NOISE_FOURTH)
    fourth += Math.max(0, cell.fourth - floor)
  }
  return slope < LEAST_SLOPE * strong.length ? 0 : sigmaOfRatio(fourth / slope)
}

function cellsOf({ samples, width, height }: Plane): Cell[] {
  const cells: Cell[] = []
  for (let top = 2; top + CELL_PX + 2 <= height; top += CELL_PX)
    for (let left = 2; left + CELL_PX + 2 <= width; left += CELL_PX) {
      let slope = 0
      let fourth = 0
      for (let y = top; y < top + CELL_PX; y++)
        for (let x = left; x < left + CELL_PX; x++) {
          const i = y * width + x
          for (const step of [1, width]) {
            const before = samples[i - step]!
            const after = samples[i + step]!
            slope += (after - before) ** 2 / 4
            fourth += (samples[i - 2 * step]! + samples[i + 2 * step]! - 4 * (before + after) + 6 * samples[i]!) ** 2
          }
        }
      cells.push({ slope, fourth })
    }
  return cells
}

function sigmaOfRatio(ratio: number): number {
  const below = SIGMA_OF_RATIO.findIndex((row) => row.ratio <= ratio)
  if (below === 0) return 0
  if (below < 0) return BEYOND_PX
  const [fine, coarse] = [SIGMA_OF_RATIO[below - 1]!, SIGMA_OF_RATIO[below]!]
  const part = Math.log(fine.ratio / ratio) / Math.log(fine.ratio / coarse.ratio)
  return fine.sigmaPx + part * (coarse.sigmaPx - fine.sigmaPx)
}
