// Model key + manual values + measurements → the ×1 operations that do the model's job (engine study §3.2, §3.3).
// A value that is absent is chosen from the measurements; the same input always gives the same list.
import type { ParameterValues } from '#rulebook/tools/parameter.ts'
import type { PictureAnalysis } from '../analysis/picture-analysis.ts'
import type { TileOperation } from '../operation.ts'

export { planDenoise } from './plan-denoise.ts'
export { planLighting } from './plan-lighting.ts'
export { planSharpen } from './plan-sharpen.ts'
export { planSuperFocus } from './plan-super-focus.ts'

const notBuilt = (name: string): never => {
  throw new Error(`${name} is not built yet`)
}

/** `restore/dust-scratch`. */
export function planRestore(_modelKey: string, _params: ParameterValues, _analysis: PictureAnalysis): TileOperation[] {
  return notBuilt('planRestore')
}
