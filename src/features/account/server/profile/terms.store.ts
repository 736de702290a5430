// Who agreed to which terms, and when (decision 0056). Rows are only added: a later version leaves the earlier ones.
import { and, eq } from 'drizzle-orm'
import type { Database } from '#platform/server/database/database.ts'
import { TERMS_VERSION } from '#rulebook/account/terms.ts'
import { termsConsents } from '../tables.ts'

export async function acceptTerms(database: Database, userId: string, now: Date): Promise<void> {
  await database.orm
    .insert(termsConsents)
    .values({ userId, version: TERMS_VERSION, acceptedAt: now })
    .onConflictDoNothing()
}

/** To the version of today. */
export async function hasAcceptedTerms(database: Database, userId: string): Promise<boolean> {
  const found = await database.orm
    .select({ id: termsConsents.id })
    .from(termsConsents)
    .where(and(eq(termsConsents.userId, userId), eq(termsConsents.version, TERMS_VERSION)))
  return found.length > 0
}
