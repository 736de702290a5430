// NIQE: how far a picture's statistics are from those of good photographs, without knowing the truth; lower is better. The model
// (mean and covariance) is fitted by bench/fit-niqe.ts on the licensed training photographs, so figures compare with each
// other and not with those of papers, whose model was fitted on other pictures.
import type { Raster } from '../image/raster.ts'
import { blockFeatures, FEATURES } from './niqe-features.ts'

export interface NiqeModel {
  readonly mean: readonly number[]
  /** Lower triangle, row after row. */
  readonly covariance: readonly number[]
}

interface Fit {
  readonly mean: Float64Array
  /** Full, row after row. */
  readonly covariance: Float64Array
}

/** Undefined where the picture is too small or too flat to have two blocks. */
export function niqe(picture: Raster, model: NiqeModel): number | undefined {
  const blocks = blockFeatures(picture).map(({ values }) => values)
  if (blocks.length < 2) return undefined
  const fit = fitOf(blocks)
  const good = fullOf(model)
  const both = good.covariance.map((value, i) => (value + fit.covariance[i]!) / 2)
  const apart = good.mean.map((value, i) => value - fit.mean[i]!)
  return Math.sqrt(squaredLength(both, apart))
}

/** What the fitting script stores. */
export function niqeModelOf(blocks: readonly Float64Array[]): NiqeModel {
  const { mean, covariance } = fitOf(blocks)
  const lower: number[] = []
  for (let row = 0; row < FEATURES; row++)
    for (let column = 0; column <= row; column++) lower.push(covariance[row * FEATURES + column]!)
  return { mean: [...mean].map(shortened), covariance: lower.map(shortened) }
}

const DIGITS = 7
const shortened = (value: number) => Number(value.toPrecision(DIGITS))

function fitOf(blocks: readonly Float64Array[]): Fit {
  const mean = new Float64Array(FEATURES)
  for (const block of blocks) for (let i = 0; i < FEATURES; i++) mean[i]! += block[i]! / blocks.length
  const covariance = new Float64Array(FEATURES ** 2)
  for (const block of blocks)
    for (let row = 0; row < FEATURES; row++)
      for (let column = 0; column < FEATURES; column++)
        covariance[row * FEATURES + column]! +=
          ((block[row]! - mean[row]!) * (block[column]! - mean[column]!)) / (blocks.length - 1)
  return { mean, covariance }
}

function fullOf({ mean, covariance }: NiqeModel): Fit {
  const full = new Float64Array(FEATURES ** 2)
  for (let row = 0, at = 0; row < FEATURES; row++)
    for (let column = 0; column <= row; column++, at++) {
      full[row * FEATURES + column] = covariance[at]!
      full[column * FEATURES + row] = covariance[at]!
    }
  return { mean: Float64Array.from(mean), covariance: full }
}

/** vᵀ·M⁻¹·v by Cholesky's decomposition; M is symmetric and positive, because the model's covariance is. */
function squaredLength(matrix: Float64Array, vector: Float64Array): number {
  const lower = new Float64Array(FEATURES ** 2)
  const solved = new Float64Array(FEATURES)
  let sum = 0
  for (let row = 0; row < FEATURES; row++) {
    for (let column = 0; column <= row; column++) {
      let value = matrix[row * FEATURES + column]!
      for (let k = 0; k < column; k++) value -= lower[row * FEATURES + k]! * lower[column * FEATURES + k]!
      lower[row * FEATURES + column] =
        row === column ? Math.sqrt(Math.max(value, Number.MIN_VALUE)) : value / lower[column * FEATURES + column]!
    }
    let rest = vector[row]!
    for (let k = 0; k < row; k++) rest -= lower[row * FEATURES + k]! * solved[k]!
    solved[row] = rest / lower[row * FEATURES + row]!
    sum += solved[row]! ** 2
  }
  return sum
}
