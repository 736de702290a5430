// Model key + manual values + measurements → the ×1 operations that do the model's job (engine study §3.2, §3.3).
// A value that is absent is chosen from the measurements; the same input always gives the same list. One file per family.
export { planDenoise } from './plan-denoise.ts'
export { planLighting } from './plan-lighting.ts'
export { planRestore } from './plan-restore.ts'
export { classicalSteps, type SharpenSteps, sharpenSteps } from './plan-sharpen.ts'
export { superFocusSteps } from './plan-super-focus.ts'
