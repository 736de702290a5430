// Rows of `verification_codes` (document 1 §3, §7, §9; C-34, C-35). One row is one sent code; only the newest living one of a target, a purpose and who
// asked (a person, or a browser) counts, so a resent code replaces the one before. Codes lie here as keyed hashes.
import { and, desc, eq, gt, inArray, isNull, lt, lte, sql } from 'drizzle-orm'
import { CLOCKS_APART_MS } from '#platform/server/clock.ts'
import type { Database, Queryable, Transaction } from '#platform/server/database/database.ts'
import {
  CODE_MAX_ATTEMPTS,
  CODE_SEND_LIMITS,
  CODE_SEND_WINDOW_MS,
  CODE_VALIDITY_MS,
  type CodePurpose,
  type CodeTarget,
} from '#rulebook/account/verification-code.ts'
import { verificationCodes } from '../tables.ts'

/** What a code is for: it opens nothing else. */
export interface CodeSubject {
  readonly targetType: CodeTarget
  /** Digits of a phone, or an address in its normal form. */
  readonly target: string
  readonly purpose: CodePurpose
  /** Who asked, where somebody was signed in. */
  readonly userId: string | null
}
export type CodeRow = typeof verificationCodes.$inferSelect

/** The next send to this target waits for the end of this transaction, so parallel sends are counted one after the other. */
export async function lockTarget(tx: Transaction, { targetType, target }: CodeSubject): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`code:${targetType}:${target}`}, 0))`)
}

/** Made before the clock was set back it would be the newest, and good, for as long as that was. */
const isNotAhead = (now: Date) => lte(verificationCodes.createdAt, new Date(now.getTime() + CLOCKS_APART_MS))

/** True when the window of this target still has room for one more code. */
export async function mayBeSent(db: Queryable, { targetType, target }: CodeSubject, now: Date): Promise<boolean> {
  const sent = await db
    .select({ id: verificationCodes.id })
    .from(verificationCodes)
    .where(
      and(
        eq(verificationCodes.targetType, targetType),
        eq(verificationCodes.targetValue, target),
        gt(verificationCodes.createdAt, new Date(now.getTime() - CODE_SEND_WINDOW_MS)),
        isNotAhead(now),
      ),
    )
  return sent.length < CODE_SEND_LIMITS[targetType]
}

export async function insertCode(db: Queryable, subject: CodeSubject, hash: string, now: Date): Promise<string> {
  const { targetType, target, purpose, userId } = subject
  const [row] = await db
    .insert(verificationCodes)
    .values({
      targetType,
      targetValue: target,
      purpose,
      userId,
      code: hash,
      maxAttempts: CODE_MAX_ATTEMPTS,
      createdAt: now,
      expiresAt: new Date(now.getTime() + CODE_VALIDITY_MS),
    })
    .returning({ id: verificationCodes.id })
  return row!.id
}

export async function discardCode(database: Database, id: string): Promise<void> {
  await database.orm.delete(verificationCodes).where(eq(verificationCodes.id, id))
}

/** `asked` are the rows that the browser asked for; whoever is signed in has theirs in every browser. */
const isOf = ({ targetType, target, purpose, userId }: CodeSubject, asked: readonly string[]) =>
  and(
    eq(verificationCodes.targetType, targetType),
    eq(verificationCodes.targetValue, target),
    eq(verificationCodes.purpose, purpose),
    userId === null
      ? and(isNull(verificationCodes.userId), inArray(verificationCodes.id, asked))
      : eq(verificationCodes.userId, userId),
  )

/** The newest unused, unexpired row. */
export async function findValidCode(
  db: Queryable,
  subject: CodeSubject,
  asked: readonly string[],
  now: Date,
): Promise<CodeRow | undefined> {
  const isValid = and(eq(verificationCodes.used, false), gt(verificationCodes.expiresAt, now), isNotAhead(now))
  const [row] = await db
    .select()
    .from(verificationCodes)
    .where(and(isOf(subject, asked), isValid))
    .orderBy(desc(verificationCodes.createdAt))
    .limit(1)
  return row
}

/** Counts one try before anything is compared; false when none was left. One statement, so parallel guesses cannot exceed the limit. */
export async function countAttempt(db: Queryable, id: string): Promise<boolean> {
  const rows = await db
    .update(verificationCodes)
    .set({ attempts: sql`${verificationCodes.attempts} + 1` })
    .where(and(eq(verificationCodes.id, id), lt(verificationCodes.attempts, verificationCodes.maxAttempts)))
    .returning({ id: verificationCodes.id })
  return rows.length > 0
}

export async function returnAttempt(db: Queryable, id: string): Promise<void> {
  await db
    .update(verificationCodes)
    .set({ attempts: sql`${verificationCodes.attempts} - 1` })
    .where(and(eq(verificationCodes.id, id), gt(verificationCodes.attempts, 0)))
}

/** Marks the code used and verified; false when another request was faster. */
export async function markUsed(db: Queryable, id: string, usedBy: string, now: Date): Promise<boolean> {
  const rows = await db
    .update(verificationCodes)
    .set({ used: true, verified: true, verifiedAt: now, usedBy })
    .where(and(eq(verificationCodes.id, id), eq(verificationCodes.used, false)))
    .returning({ id: verificationCodes.id })
  return rows.length > 0
}

/** Marked by another use, it stays used. */
export async function markUnused(db: Queryable, id: string, usedBy: string): Promise<void> {
  await db
    .update(verificationCodes)
    .set({ used: false, verified: false, verifiedAt: null, usedBy: null })
    .where(and(eq(verificationCodes.id, id), eq(verificationCodes.usedBy, usedBy)))
}
