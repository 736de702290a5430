// Which tier a run gets: the nets that its plan asks for, if they load and pass their check here, else the classical steps. Every
// tool works without weights, and what went wrong is told with the result, never hidden (engine study §3.6).
import type { EngineReport } from '../engine-types.ts'
import { type NetNames, type Nets, openNets, type SameSizeNetName } from '../nets/open-net.ts'
import { makePlan } from '../tools/make-plan.ts'
import type { Plan, PlanInput } from '../tools/plan.ts'

export interface TierChoice {
  readonly input: PlanInput
  readonly plan: Plan
  /** Empty in the classical tier. */
  readonly nets: Nets
  readonly fallbackReason?: EngineReport['fallbackReason']
}

export type OpenNets = (names: NetNames, threads: number) => Promise<Nets>

export async function chooseTier(
  common: Omit<PlanInput, 'tier'>,
  threads: number,
  open: OpenNets = openNets,
): Promise<TierChoice> {
  const classical = (): TierChoice => ({ ...choice({ ...common, tier: 'classical' }), nets: {} })
  const wished = choice({ ...common, tier: 'net' })
  const names = netsOf(wished.plan)
  if (!names.enlarge && !names.mark && names.sameSize.length === 0) return classical()
  try {
    return { ...wished, nets: await open(names, threads) }
  } catch (error) {
    return { ...classical(), fallbackReason: error instanceof Error ? error.message : String(error) }
  }
}

const choice = (input: PlanInput) => ({ input, plan: makePlan(input) })

/** The nets that a plan needs, if any. */
export function netsOf(plan: Plan): NetNames {
  let enlarge: NetNames['enlarge']
  let mark: NetNames['mark']
  let twice = false
  const sameSize = new Set<SameSizeNetName>()
  for (const pass of plan.passes) {
    if (pass.kind === 'enlarge') {
      enlarge ??= pass.settings.net
      twice ||= pass.settings.looksTwice === true
    } else if (pass.kind === 'repair') mark = pass.settings.net
    else if (pass.kind === 'refine') sameSize.add(pass.settings.net)
  }
  return { enlarge, twice, sameSize: [...sameSize], mark }
}
