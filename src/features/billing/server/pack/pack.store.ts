// What is sold now, and how it came to be so.
import { desc, sql } from 'drizzle-orm'
import type { Queryable } from '#platform/server/database/database.ts'
import type { PaymentSettings } from '#platform/server/payment-settings.ts'
import type { Currency, Money } from '#rulebook/credits/orders.ts'
import type { OfferedPack, PackVersion } from '#rulebook/credits/pack-versions.ts'
import { CREDIT_PACKS, type CreditPack, usdCents } from '#rulebook/credits/packs.ts'
import { creditPackVersions } from './tables.ts'

export type PackChange = typeof creditPackVersions.$inferSelect & PackVersion

/** All changes, the newest first. */
export const readPackChanges = async (db: Queryable): Promise<PackChange[]> =>
  (await db.select().from(creditPackVersions).orderBy(desc(creditPackVersions.version))) as PackChange[]

/** The newest version of each pack that was ever changed. */
export async function readChangedPacks(db: Queryable): Promise<PackVersion[]> {
  const { packId, version } = creditPackVersions
  const rows = await db.selectDistinctOn([packId]).from(creditPackVersions).orderBy(packId, desc(version))
  return rows as PackChange[]
}

/** As the documents and `PACK_PRICES_CNY` have it. */
export const statedVersion = (pack: CreditPack, pricesFen: PaymentSettings['pricesFen']): PackVersion => ({
  packId: pack.id,
  version: 0,
  credits: pack.credits,
  bonus: 0,
  usdCents: usdCents(pack),
  cnyFen: pricesFen?.[pack.id] ?? null,
  isActive: true,
})

/** Every pack as it is now, in the documents' order. */
export async function readPacks(db: Queryable, pricesFen: PaymentSettings['pricesFen']): Promise<PackVersion[]> {
  const changed = await readChangedPacks(db)
  return CREDIT_PACKS.map((pack) => changed.find(({ packId }) => packId === pack.id) ?? statedVersion(pack, pricesFen))
}

/** Undefined where it has no price in that currency. The browser is never asked. */
export function priceIn({ usdCents: cents, cnyFen }: PackVersion, currency: Currency): Money | undefined {
  const minor = currency === 'USD' ? cents : cnyFen
  return minor === null ? undefined : { currency, minor }
}

/** What everybody may know of it. */
export const toOffered = ({
  packId,
  version,
  credits,
  bonus,
  usdCents: cents,
  isActive,
}: PackVersion): OfferedPack => ({
  packId,
  version,
  credits,
  bonus,
  usdCents: cents,
  isActive,
})

/** One change at a time, so that at least one pack stays on sale. */
export const lockPacks = (tx: Queryable) => tx.execute(sql`select pg_advisory_xact_lock(hashtext('credit_packs'))`)
