// From one size to another: one shrinking pass, or as many enlarging passes as keep each at most ×4 (engine study §3.2 scale plan).
import type { EnlargeSettings } from '../../enlarge/enlarge-settings.ts'
import { DOUBLING } from '../../enlarge/enlarge-steps.ts'
import type { Size } from '../../image/rect.ts'
import type { FilterStep } from '../filter-step.ts'
import type { PlanPass } from '../plan.ts'

/** Edges are found in a neighbourhood that grows with the factor; beyond this it costs more than a pass between. */
const MAX_PASS_FACTOR = 4

/** `finishing` is done to what was enlarged. */
export function scalePasses(
  from: Size,
  to: Size,
  settings: EnlargeSettings,
  finishing: readonly FilterStep[] = [],
): PlanPass[] {
  if (to.height === from.height && to.width === from.width) return []
  if (to.height < from.height) return [{ kind: 'shrink', size: to, kernel: 'lanczos3' }]
  const factor = to.height / from.height
  const count = Math.max(1, Math.ceil(Math.log(factor) / Math.log(MAX_PASS_FACTOR) - 1e-9))
  return Array.from({ length: count }, (_, i) => {
    const part = factor ** ((i + 1) / count)
    const between = { width: Math.round(from.width * part), height: Math.round(from.height * part) }
    const isLast = i === count - 1
    const size = isLast ? to : between
    const ownSettings = settingsOfPass(i === 0 ? settings : { ...settings, pack: undefined }, factor ** (1 / count), to)
    return { kind: 'enlarge', size, settings: ownSettings, finishing: isLast ? finishing : [] }
  })
}

/**
 * Up to these sizes of the result a faithful net answers by self-ensemble. Doubling to 8 megapixels, the second answer would take 0.7 seconds more and miss
 * the five seconds that are allowed. By four it is a quarter of that work, and 13 megapixels are what a picture gets that is enlarged by four unasked
 * (decisions 0020 and 0220).
 */
const SELF_ENSEMBLE_UP_TO_PX = { sr2: 4_500_000, sr4: 13_000_000 } as const

function settingsOfPass(settings: EnlargeSettings, passFactor: number, result: Size): EnlargeSettings {
  if (settings.net !== 'sr2') return settings
  // At once: nearer than the doubling one twice by up to 0.9 dB, and cheaper (decision 0020).
  const net = passFactor > DOUBLING ? 'sr4' : 'sr2'
  return { ...settings, net, selfEnsemble: result.width * result.height <= SELF_ENSEMBLE_UP_TO_PX[net] }
}
