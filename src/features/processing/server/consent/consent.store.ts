// The rows of consent: at most one stands per person, and it holds only for the texts, provider and country it was given for (decision 0064).
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Queryable } from '#platform/server/database/database.ts'
import { CONSENT_VERSION, type Recipient } from '#rulebook/runs/provider-consent.ts'
import { providerConsents } from '../tables.ts'

/** When this person agreed to this recipient; undefined: not, or to something else. */
export async function findConsent(db: Queryable, userId: string, to: Recipient): Promise<Date | undefined> {
  const [row] = await db
    .select({ givenAt: providerConsents.givenAt })
    .from(providerConsents)
    .where(
      and(
        standing(userId),
        eq(providerConsents.version, CONSENT_VERSION),
        eq(providerConsents.providerName, to.name),
        eq(providerConsents.providerCountry, to.country),
      ),
    )
  return row?.givenAt
}

export async function insertConsent(db: Queryable, userId: string, { name, country }: Recipient): Promise<void> {
  await db
    .insert(providerConsents)
    .values({ userId, version: CONSENT_VERSION, providerName: name, providerCountry: country })
}

/** What stood stands no longer; the row stays. */
export async function endConsent(db: Queryable, userId: string): Promise<void> {
  await db.update(providerConsents).set({ revokedAt: sql`now()` }).where(standing(userId))
}

/** The record goes along with a merged account; the consent itself does not: the person is asked again. */
export async function moveConsents(db: Queryable, primaryId: string, mergedId: string): Promise<void> {
  await endConsent(db, mergedId)
  await db.update(providerConsents).set({ userId: primaryId }).where(eq(providerConsents.userId, mergedId))
}

/** For the person's export, newest first. */
export const listConsents = (db: Queryable) =>
  db
    .select({
      version: providerConsents.version,
      providerName: providerConsents.providerName,
      providerCountry: providerConsents.providerCountry,
      givenAt: providerConsents.givenAt,
      revokedAt: providerConsents.revokedAt,
    })
    .from(providerConsents)
    .orderBy(desc(providerConsents.givenAt))

const standing = (userId: string) => and(eq(providerConsents.userId, userId), isNull(providerConsents.revokedAt))
