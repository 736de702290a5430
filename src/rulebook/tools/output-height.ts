// How tall a result is when nobody asked for a height (document 2 §5 output_height; decision 0096).
import { PARAMETERS } from './parameters.ts'

export interface Size {
  readonly width: number
  readonly height: number
}

/** A small picture is made four times as large, others twice, up to the tallest result that can be asked for. */
const AUTO_FACTORS = { small: 4, other: 2 } as const
/** Least factor of a picture that may still be enlarged that much. */
export const LEAST_AUTO_FACTOR = AUTO_FACTORS.other
const SMALL_SIDE_PX = 1024
export const TALLEST_PX = PARAMETERS.output_height.max!

/** Never smaller than the picture was. */
export function autoOutputHeightPx({ width, height }: Size): number {
  const factor = Math.max(width, height) <= SMALL_SIDE_PX ? AUTO_FACTORS.small : AUTO_FACTORS.other
  return Math.max(height, Math.min(factor * height, TALLEST_PX))
}

/** The manual slider begins at its default, but more than four times the picture's size is only given on request. */
const MOST_UNASKED_FACTOR = 4
export function manualStartHeightPx({ height }: Size): number {
  const { min = 0, step = 1, default: wanted } = PARAMETERS.output_height
  const most = min + Math.floor((MOST_UNASKED_FACTOR * height - min) / step) * step
  return Math.max(min, Math.min(wanted as number, most))
}
