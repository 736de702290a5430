// A pack is changed (decision 0150): a new version beside the old ones. Orders keep what they were made with.
import type { Transaction } from '#platform/server/database/database.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import type { PaymentSettings } from '#platform/server/payment-settings.ts'
import { checkPack, type PackFacts, type PackVersion } from '#rulebook/credits/pack-versions.ts'
import { lockPacks, readPacks } from './pack.store.ts'
import { creditPackVersions } from './tables.ts'

export interface PackChange extends PackVersion {
  readonly reason: string
  readonly changedBy: string
}

const FACTS = ['credits', 'bonus', 'usdCents', 'cnyFen', 'isActive'] as const satisfies readonly (keyof PackFacts)[]

/** `version` is the one that was seen. Returns what it was before. Throws `pack-input`, `pack-stale`, `pack-unchanged` or `pack-last`. */
export async function changePack(
  tx: Transaction,
  pricesFen: PaymentSettings['pricesFen'],
  { version, ...change }: PackChange,
): Promise<PackVersion> {
  const problem = checkPack(change)
  if (problem) throw new ServiceError(problem.code)
  await lockPacks(tx)
  const packs = await readPacks(tx, pricesFen)
  const before = packs.find(({ packId }) => packId === change.packId)!
  if (before.version !== version) throw new ServiceError('pack-stale')
  if (FACTS.every((fact) => before[fact] === change[fact])) throw new ServiceError('pack-unchanged')
  const isAnyActive = packs.some(({ packId, isActive }) => (packId === change.packId ? change.isActive : isActive))
  if (!isAnyActive) throw new ServiceError('pack-last')
  await tx.insert(creditPackVersions).values({ ...change, version: version + 1 })
  return before
}
