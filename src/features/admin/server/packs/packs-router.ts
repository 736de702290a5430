// Packs of the back office: what is sold, what it was before, and changing it. A price is money: it wants a fresh proof of who asks.
import { namesOfAccounts } from '#features/account/server/profile/account.store.ts'
import { changePack, type PackChange } from '#features/billing/server/pack/change-pack.ts'
import { readPackChanges, statedVersion } from '#features/billing/server/pack/pack.store.ts'
import type { AdminContext } from '#platform/server/http/implement-contract.ts'
import type { PackVersion } from '#rulebook/credits/pack-versions.ts'
import { CREDIT_PACKS } from '#rulebook/credits/packs.ts'
import type { ManagedPack } from '../../packs-contract.ts'
import type { AdminCalls } from '../admin-calls.ts'
import type { AdminParts } from '../admin-parts.ts'
import { demandReason } from '../demand-reason.ts'
import { writeActionLog } from '../write-action-log.ts'

export function createPacksRouter(parts: AdminParts, { packs }: AdminCalls) {
  return packs.router({
    list: packs.list.handler(() => readManagedPacks(parts)),
    change: packs.change.handler(({ input: { id, ...changes }, context }) =>
      change(parts, context, { ...changes, packId: id, changedBy: context.adminId }),
    ),
  })
}

async function readManagedPacks({ database, settings }: AdminParts): Promise<ManagedPack[]> {
  const changes = await readPackChanges(database.orm)
  const names = await namesOfAccounts(
    database.orm,
    changes.map(({ changedBy }) => changedBy),
  )
  return CREDIT_PACKS.map((pack) => ({
    id: pack.id,
    name: pack.name,
    versions: [
      ...changes
        .filter(({ packId }) => packId === pack.id)
        .map((row) => ({
          ...factsOf(row),
          reason: row.reason,
          changedBy: names.get(row.changedBy)?.username ?? names.get(row.changedBy)?.initialEmail ?? null,
          createdAt: row.createdAt.toISOString(),
        })),
      { ...factsOf(statedVersion(pack, settings.payment.pricesFen)), reason: null, changedBy: null, createdAt: null },
    ],
  }))
}

const factsOf = ({ version, credits, bonus, usdCents, cnyFen, isActive }: PackVersion) => ({
  version,
  credits,
  bonus,
  usdCents,
  cnyFen,
  isActive,
})

async function change({ database, settings }: AdminParts, context: AdminContext, given: PackChange) {
  const change = { ...given, reason: demandReason(given.reason) }
  return database.orm.transaction(async (tx) => {
    const before = await changePack(tx, settings.payment.pricesFen, change)
    const changed = (name: string, from: unknown, to: unknown) => (from === to ? {} : { [name]: { from, to } })
    const changes = {
      ...changed('credits', before.credits, change.credits),
      ...changed('bonus', before.bonus, change.bonus),
      ...changed('usd_cents', before.usdCents, change.usdCents),
      ...changed('cny_fen', before.cnyFen, change.cnyFen),
      ...changed('is_active', before.isActive, change.isActive),
    }
    const pack = CREDIT_PACKS.find(({ id }) => id === change.packId)!.name
    const details = { pack, pack_version: change.version + 1, changes, reason: change.reason }
    return { logId: await writeActionLog(tx, context, { action: 'change_pack', details }) }
  })
}
