// How soft the picture is as a whole: the softness below which half of its edge energy lies, or another part of it: a picture whose
// sharpest tenth is soft has no sharp place at all.
import { type BlurCells, sigmaOfEnergies } from '../operations/blur-cells.ts'

/** Gaussian-equivalent σ in pixels; 0 for pictures as sharp as their grid. */
export function estimateBlur(crops: readonly BlurCells[], part = 0.5): number {
  const cells: { sigma: number; weight: number }[] = []
  for (const { first, second } of crops)
    for (let i = 0; i < first.length; i++)
      if (first[i]! > 0) cells.push({ sigma: sigmaOfEnergies(first[i]!, second[i]!), weight: Math.sqrt(first[i]!) })
  cells.sort((a, b) => a.sigma - b.sigma)
  const wanted = part * cells.reduce((sum, cell) => sum + cell.weight, 0)
  let sum = 0
  for (const { sigma, weight } of cells) {
    sum += weight
    if (sum >= wanted) return sigma
  }
  return 0
}
