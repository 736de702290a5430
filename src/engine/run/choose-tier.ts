// Which tier a run gets: the nets that its plan asks for, if they load and pass their check here, else the classical steps. Every
// tool works without weights, and a failure is reported with the result, never hidden (engine study §3.6).
import { detailOf } from '../engine-error.ts'
import type { EngineReport } from '../engine-types.ts'
import type { ColourNet } from '../nets/colour-net.ts'
import { type NetNames, type Nets, openNets, type RefineNetName } from '../nets/open-net.ts'
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
/** Opens a pack by the name in its offer. */
export type OpenPackOf = (name: string, threads: number) => Promise<ColourNet>

export async function chooseTier(
  common: Omit<PlanInput, 'tier'>,
  threads: number,
  open: OpenNets = openNets,
  openPack?: OpenPackOf,
): Promise<TierChoice> {
  const pack = packOf(choice({ ...common, tier: 'net' }).plan)
  if (pack === undefined) return withOwnNets(common, threads, open)
  try {
    if (!openPack) throw new Error('no packs here')
    const opened = await openPack(pack, threads)
    const chosen = await withOwnNets(common, threads, open)
    return chosen.input.tier === 'net' ? { ...chosen, nets: { ...chosen.nets, pack: opened } } : chosen
  } catch (error) {
    // Our own nets do the work, and the report says why.
    const chosen = await withOwnNets({ ...common, packs: undefined }, threads, open)
    return { fallbackReason: detailOf(error), ...chosen }
  }
}

async function withOwnNets(common: Omit<PlanInput, 'tier'>, threads: number, open: OpenNets): Promise<TierChoice> {
  const classical = (): TierChoice => ({ ...choice({ ...common, tier: 'classical' }), nets: {} })
  const wished = choice({ ...common, tier: 'net' })
  const names = netsOf(wished.plan)
  if (!names.enlarge && !names.mask && names.refine.length === 0) return classical()
  try {
    return { ...wished, nets: await open(names, threads) }
  } catch (error) {
    return { ...classical(), fallbackReason: detailOf(error) }
  }
}

const choice = (input: PlanInput) => ({ input, plan: makePlan(input) })

/** The nets that a plan needs, if any. */
export function netsOf(plan: Plan): NetNames {
  let enlarge: NetNames['enlarge']
  let mask: NetNames['mask']
  let selfEnsemble = false
  const refine = new Set<RefineNetName>()
  for (const pass of plan.passes) {
    if (pass.kind === 'enlarge') {
      enlarge ??= pass.settings.net
      selfEnsemble ||= pass.settings.selfEnsemble === true
    } else if (pass.kind === 'repair') mask = pass.settings.net
    else if (pass.kind === 'refine') refine.add(pass.settings.net)
  }
  return { enlarge, selfEnsemble, refine: [...refine], mask }
}

/** The pack that a plan needs, if any. */
export function packOf(plan: Plan): string | undefined {
  for (const pass of plan.passes) if (pass.kind === 'enlarge' && pass.settings.pack) return pass.settings.pack.name
  return undefined
}

/** As the record of a run names them. */
export function namesOf({ plan, input }: TierChoice): readonly string[] {
  if (input.tier !== 'net') return []
  const { enlarge, mask, refine } = netsOf(plan)
  return [...refine, ...(mask ? [mask] : []), ...(enlarge ? [enlarge] : []), ...[packOf(plan) ?? []].flat()]
}
