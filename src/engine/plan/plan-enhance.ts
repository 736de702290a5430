// The eight enlarging models.
import { FAITHFUL } from '../enlarge/enlarge-settings.ts'
import { outputSize } from './output-size.ts'
import type { PlanInput, PlanPass } from './plan.ts'

export function planEnhance({ params, picture }: PlanInput, _seed: number): readonly PlanPass[] {
  const wanted = typeof params.output_height === 'number' ? params.output_height : undefined
  const size = outputSize(picture, wanted)
  if (size.height < picture.height) return [{ kind: 'shrink', size, kernel: 'lanczos3' }]
  if (size.height === picture.height) return []
  return [{ kind: 'enlarge', size, settings: FAITHFUL }]
}
