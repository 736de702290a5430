// Dust & Scratch: with weights a net finds the marks, without them the oriented top-hats do; the mild denoising after it is the same.

import type { PlanInput, PlanPass } from './plan.ts'
import { mildDenoise, planRestore } from './restore.ts'

/** `restore/dust-scratch`; takes no parameters. */
export function restorePasses({ modelKey, params, analysis, tier }: PlanInput): PlanPass[] {
  if (tier !== 'net') return [{ kind: 'operations', operations: planRestore(modelKey, params, analysis) }]
  return [{ kind: 'repair', operations: [mildDenoise(analysis)], settings: { net: 'scratch' } }]
}
