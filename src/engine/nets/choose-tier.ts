// Which tier a run gets: the net that its plan asks for, if it loads and passes its check here, else the classical steps. Every
// tool works without weights, and what went wrong is told with the result, never hidden (engine study §3.6).
import type { EngineReport } from '../engine-types.ts'
import { makePlan } from '../plan/make-plan.ts'
import type { Plan, PlanInput } from '../plan/plan.ts'
import { type EnlargeNet, type NetName, openNet } from './open-net.ts'

export interface TierChoice {
  readonly input: PlanInput
  readonly plan: Plan
  readonly net?: EnlargeNet
  readonly fallbackReason?: EngineReport['fallbackReason']
}

export type OpenNet = (name: NetName, threads: number) => Promise<EnlargeNet>

export async function chooseTier(
  common: Omit<PlanInput, 'tier'>,
  threads: number,
  open: OpenNet = openNet,
): Promise<TierChoice> {
  const classical = (): TierChoice => choice({ ...common, tier: 'classical' })
  const wished = choice({ ...common, tier: 'net' })
  const name = netOf(wished.plan)
  if (!name) return classical()
  try {
    return { ...wished, net: await open(name, threads) }
  } catch (error) {
    return { ...classical(), fallbackReason: error instanceof Error ? error.message : String(error) }
  }
}

const choice = (input: PlanInput) => ({ input, plan: makePlan(input) })

/** The net that a plan needs, if any. */
export function netOf(plan: Plan): NetName | undefined {
  for (const pass of plan.passes) if (pass.kind === 'enlarge' && pass.settings.net) return pass.settings.net
  return undefined
}
