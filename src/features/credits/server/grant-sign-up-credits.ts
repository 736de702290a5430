// The free credits of a new account (document 1 §1, §9; C-01): once, however often it is asked for.
import type { Queryable } from '#platform/server/database/database.ts'
import { FREE_SIGN_UP_CREDITS } from '#rulebook/credits/credits.ts'
import { usageLogs } from './tables.ts'

export const SIGN_UP_REFERENCE = 'sign-up'

/** True when this call granted them. The profile must exist. */
export async function grantSignUpCredits(database: Queryable, userId: string): Promise<boolean> {
  const granted = await database
    .insert(usageLogs)
    .values({
      userId,
      kind: 'grant',
      amount: FREE_SIGN_UP_CREDITS,
      totalAmount: FREE_SIGN_UP_CREDITS,
      reference: SIGN_UP_REFERENCE,
    })
    .onConflictDoNothing()
    .returning({ id: usageLogs.id })
  return granted.length > 0
}
