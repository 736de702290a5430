// Model key + manual values + measurements → the ×1 operations that do the model's job (engine study §3.2, §3.3).
// A value that is absent is chosen from the measurements; the same input always gives the same list. One file per family.
export { planDenoise } from './denoise.ts'
export { planLighting } from './lighting.ts'
export { planRestore } from './restore.ts'
export { classicalSteps, type SharpenSteps, sharpenSteps } from './sharpen.ts'
export { superFocusSteps } from './super-focus.ts'
