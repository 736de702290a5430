// Which third-party net a run uses.
import { bestPack, type PackOffer } from '../../packs/pack-offer.ts'
import type { PlanInput } from '../plan.ts'

export function packFor({ modelKey, picture, tier, packs }: PlanInput, factor: number): PackOffer | undefined {
  if (tier !== 'net' || !packs) return undefined
  return bestPack(packs, { modelKey, megapixels: (picture.width * picture.height) / 1e6, factor })
}
