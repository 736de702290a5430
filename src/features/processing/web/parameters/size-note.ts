// What an output height means for the current picture, so that nobody pays for a smaller result unknowingly.
import { fillText } from '#rulebook/fill-text.ts'
import { SIZE_NOTE_TEXTS } from '#rulebook/runs/size-note-texts.ts'
import type { ParameterValue } from '#rulebook/tools/parameter.ts'

/** `结果约 3072 × 2048 像素（2 倍）`; undefined without a picture or a height. */
export function sizeNoteOf(
  outputHeightPx: ParameterValue | undefined,
  picture: { readonly width: number; readonly height: number } | undefined,
): string | undefined {
  if (typeof outputHeightPx !== 'number' || !picture) return undefined
  if (outputHeightPx < picture.height) return SIZE_NOTE_TEXTS.smaller
  const factor = outputHeightPx / picture.height
  return fillText(SIZE_NOTE_TEXTS.size, {
    width: Math.round(picture.width * factor),
    height: outputHeightPx,
    factor: Number(factor.toFixed(1)),
  })
}
