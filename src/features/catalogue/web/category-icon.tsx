// The icons that the rulebook names per category; imported one by one so that no page carries the whole icon set.
import { IconFocus2, IconGrain, IconPhotoHeart, IconSparkles, IconSun } from '@tabler/icons-react'
import type { CategoryKey } from '#rulebook/tools/model.ts'

const ICONS = {
  enhance: IconSparkles,
  denoise: IconGrain,
  restore: IconPhotoHeart,
  lighting: IconSun,
  sharpen: IconFocus2,
} as const satisfies Record<CategoryKey, unknown>

export function CategoryIcon({ category, sizePx }: { readonly category: CategoryKey; readonly sizePx: number }) {
  const Icon = ICONS[category]
  return <Icon size={sizePx} stroke={1.6} aria-hidden="true" />
}
