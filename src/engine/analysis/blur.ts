// How soft the picture is as a whole: the softness below which half (or another share) of its edge energy lies: a picture whose
// sharpest tenth is soft has no sharp place at all. Only cells that stand well above what noise and compression leave in calm
// places are counted. Measured on 17 photos of ../shared/data/train, halved, with known blur, noise and JPEG (docs/engine-operations.md).
import { type BlurCells, type GradientFloor, sigmaOfEnergies, whiteFloor } from './blur-cells.ts'

/** Share of the cells, the calmest, from which the floor is read: they hold only noise, blocks and fine even texture. */
const CALM_PART = 0.3
/** Cells cut by the edge of a crop have too few pixels. */
const PIXELS_MIN = 32
/** Clipped, drawn and painted areas have no noise to measure: below half a level after smoothing. */
const EVEN_GRADIENT = (0.02 / 255) ** 2
/** An edge counts from this many times the floor on. */
const EDGE_OVER_FLOOR = 3

/** At least what white noise of `noiseSigma` (on the scale of the samples) leaves: JPEG hides noise from its measurement, not from the edges. */
export function gradientFloor(crops: readonly BlurCells[], noiseSigma: number): GradientFloor {
  const white = whiteFloor(noiseSigma)
  const seen = crops
    .flatMap(meanCells)
    .filter(({ first }) => first > EVEN_GRADIENT)
    .sort((a, b) => a.second - b.second)
  const calm = seen.slice(0, Math.ceil(CALM_PART * seen.length))
  if (calm.length === 0) return white
  const middle = (key: keyof GradientFloor) => calm.map((cell) => cell[key]).sort((a, b) => a - b)[calm.length >> 1]!
  return { first: Math.max(white.first, middle('first')), second: Math.max(white.second, middle('second')) }
}

/** Gaussian-equivalent σ in pixels; 0 for pictures as sharp as their grid. */
export function estimateBlur(crops: readonly BlurCells[], floor: GradientFloor, part: number): number {
  const cells: { sigma: number; weight: number }[] = []
  for (const cell of crops.flatMap(meanCells)) {
    const first = cell.first - floor.first
    const second = cell.second - floor.second
    if (first > 0 && second > EDGE_OVER_FLOOR * floor.second)
      cells.push({ sigma: sigmaOfEnergies(first, second), weight: second })
  }
  cells.sort((a, b) => a.sigma - b.sigma)
  const wanted = part * cells.reduce((sum, cell) => sum + cell.weight, 0)
  let sum = 0
  for (const { sigma, weight } of cells) {
    sum += weight
    if (sum >= wanted) return sigma
  }
  return 0
}

function meanCells({ pixels, first, second }: BlurCells): GradientFloor[] {
  const cells: GradientFloor[] = []
  for (let i = 0; i < pixels.length; i++)
    if (pixels[i]! >= PIXELS_MIN) cells.push({ first: first[i]! / pixels[i]!, second: second[i]! / pixels[i]! })
  return cells
}
