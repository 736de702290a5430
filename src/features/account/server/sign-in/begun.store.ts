// What somebody began with a session and finishes without it: a change of address by the links of its emails, a merge by its ticket, a sign-in that still
// owes its second factor. It ends with the account's sessions: whoever was signed out, or held the password of before, finishes none of it (decision 0235).
import { createHash } from 'node:crypto'
import { and, eq, like, or } from 'drizzle-orm'
import type { Queryable, Transaction } from '#platform/server/database/database.ts'
import { authVerifications } from '../tables.ts'

const KINDS = ['change-email', 'merge'] as const
export interface Begun {
  readonly kind: (typeof KINDS)[number]
  /** What its link or ticket carries; kept as a hash. */
  readonly token: string
  readonly userId: string
}
/** Better Auth's name of a sign-in between password and code. */
const CHALLENGES = '2fa-%'

const identifierOf = ({ kind, token }: Begun): string =>
  `${kind}:${createHash('sha256').update(token).digest('base64url')}`
const isIt = (begun: Begun) =>
  and(eq(authVerifications.identifier, identifierOf(begun)), eq(authVerifications.value, begun.userId))

export async function noteBegun(db: Queryable, begun: Begun, expiresAt: Date): Promise<void> {
  await db.insert(authVerifications).values({ identifier: identifierOf(begun), value: begun.userId, expiresAt })
}

/** How long it is good its link or ticket says itself. */
export async function isBegun(db: Queryable, begun: Begun): Promise<boolean> {
  const found = await db.select({ id: authVerifications.id }).from(authVerifications).where(isIt(begun))
  return found.length > 0
}

/** Once: false for what was ended or finished before. */
export async function finishBegun(tx: Transaction, begun: Begun): Promise<boolean> {
  const finished = await tx.delete(authVerifications).where(isIt(begun)).returning({ id: authVerifications.id })
  return finished.length > 0
}

/** In the transaction that ends sessions of the account. */
export async function endBegun(tx: Transaction, userId: string): Promise<void> {
  const isBegunHere = or(
    ...[...KINDS.map((kind) => `${kind}:%`), CHALLENGES].map((name) => like(authVerifications.identifier, name)),
  )
  await tx.delete(authVerifications).where(and(eq(authVerifications.value, userId), isBegunHere))
}
