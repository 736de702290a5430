// How large the result is (document 2 §5 output_height; engine study §3.3 limits).
import { autoOutputHeightPx } from '#rulebook/tools/output-height.ts'
import { ENGINE_MAX_OUTPUT_PX, ENGINE_MAX_OUTPUT_SIDE_PX } from '../capabilities.ts'
import type { Size } from '../image/rect.ts'

/** Rows asked for, or twice the input's (a small one's four times); never above the engine's limits, the width follows the proportions. */
export function outputSize(input: Size, outputHeight: number | undefined): Size {
  return withinLimits(input, (outputHeight ?? autoOutputHeightPx(input)) / input.height)
}

/** The input's size times `factor`, scaled down where a side or the area would be too large. */
export function withinLimits(input: Size, factor: number): Size {
  const bySide = ENGINE_MAX_OUTPUT_SIDE_PX / Math.max(input.width, input.height)
  const byArea = Math.sqrt(ENGINE_MAX_OUTPUT_PX / (input.width * input.height))
  const scale = Math.min(factor, bySide, byArea)
  if (scale === 1) return { width: input.width, height: input.height }
  // Rounding the area's bound up could pass the limit by a row, so a bounded scale rounds down.
  const round = scale < factor ? Math.floor : Math.round
  return { width: Math.max(1, round(input.width * scale)), height: Math.max(1, round(input.height * scale)) }
}
