// One set of settings for all pictures of a batch (decision 0148). A size is kept by its name, because each picture has rows of its own.
import type { ParameterMode } from '#rulebook/credits/credits.ts'
import { type NamedSize, namedHeightPx } from '#rulebook/tools/named-sizes.ts'
import type { Size } from '#rulebook/tools/output-height.ts'
import type { ParameterValues } from '#rulebook/tools/parameter.ts'

export interface BatchSettings {
  /** Without a height. */
  readonly params: ParameterValues
  readonly size?: NamedSize | undefined
}
export const AUTOMATIC: BatchSettings = { params: {} }

export const isByHand = ({ params, size }: BatchSettings): boolean =>
  size !== undefined || Object.keys(params).length > 0

/** What the start of this picture carries. A picture that cannot have the size gets its automatic one. */
export function settingsFor(
  { params, size }: BatchSettings,
  picture: Size,
): { readonly mode: ParameterMode; readonly params: ParameterValues } {
  const height = size && namedHeightPx(size, picture)
  const all = typeof height === 'number' ? { ...params, output_height: height } : params
  return { mode: Object.keys(all).length > 0 ? 'manual' : 'auto', params: all }
}
