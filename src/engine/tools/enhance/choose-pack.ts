// Which net of others serves a run: the dearest, which is the best, as long as the run stays short; else a cheaper one; else our own nets.
import { packCost } from '../../enlarge/enlarge-steps.ts'
import type { PackOffer, PlanInput } from '../plan.ts'

/** Of a run, where the machine has them. */
const CORES = 2
/** Below it a net that enlarges four times computes sixteen pixels for hardly two. */
const LEAST_FACTOR = 1.5

/** Seconds that the pack takes for the picture. */
export const packSeconds = (offer: PackOffer, { width, height }: PlanInput['picture']): number =>
  (packCost(offer) * width * height) / 1e6 / CORES

export function packFor({ modelKey, picture, tier, packs }: PlanInput, factor: number): PackOffer | undefined {
  if (tier !== 'net' || !packs || factor < LEAST_FACTOR) return undefined
  return packs.offers
    .filter((offer) => offer.tools.includes(modelKey) && packSeconds(offer, picture) <= packs.mostSeconds)
    .sort((a, b) => packCost(b) - packCost(a))[0]
}
