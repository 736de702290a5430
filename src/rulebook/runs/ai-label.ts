// When people see that AI made a picture (标识办法 art. 4, 深度合成规定 art. 17): the label in the file's metadata is always there, the visible words are the
// operator's to decide (decision 0090). What a result took over from its source, in words.
import type { ModelConfig } from '../tools/model.ts'
import { inventsDetail } from './invented-detail.ts'

/** `generated`: where AI adds what was not in the picture. */
export const VISIBLE_MARKS = ['off', 'generated', 'all'] as const
export type VisibleMark = (typeof VISIBLE_MARKS)[number]

export const isMarkVisible = (mark: VisibleMark, modelKey: ModelConfig['key']): boolean =>
  mark === 'all' || (mark === 'generated' && inventsDetail(modelKey))

export interface KeptInResult {
  readonly takenAt?: string | undefined
  readonly camera?: string | undefined
  readonly dpi?: number | undefined
  readonly profile: 'srgb' | 'display-p3' | 'converted'
  readonly position: 'none' | 'removed' | 'kept'
  readonly label: 'none' | 'written' | 'preserved'
}

export const KEPT_TEXTS = {
  kept: '已保留：',
  nothing: '原图没有拍摄信息',
  takenAt: '拍摄时间',
  dpi: '{dpi} DPI',
  wideColours: '广色域（Display P3）',
  converted: '色彩已转换为 sRGB',
  removed: '已移除拍摄地点',
  position: '拍摄地点',
  label: '含 AI 生成标识',
} as const

/** One line for the facts of a result; undefined where nothing is known of it. */
export function keptText(kept: KeptInResult | null): string | undefined {
  if (!kept) return undefined
  const { takenAt, camera, dpi, profile, position, label } = kept
  const found = [
    takenAt && KEPT_TEXTS.takenAt,
    camera,
    dpi !== undefined && KEPT_TEXTS.dpi.replace('{dpi}', String(dpi)),
    profile === 'display-p3' && KEPT_TEXTS.wideColours,
    position === 'kept' && KEPT_TEXTS.position,
  ].filter(Boolean)
  return [
    found.length > 0 ? KEPT_TEXTS.kept + found.join('、') : position !== 'removed' && KEPT_TEXTS.nothing,
    position === 'removed' && KEPT_TEXTS.removed,
    profile === 'converted' && KEPT_TEXTS.converted,
    label !== 'none' && KEPT_TEXTS.label,
  ]
    .filter(Boolean)
    .join(' · ')
}
