// Codes of an authenticator app by their 30-second step (RFC 6238, six digits), and the memory of the last step that was used: one code
// opens nothing twice, whatever service it is sent to (docs/decisions/0012).
import { createHmac, randomUUID } from 'node:crypto'
import { and, eq, isNull, lt, or } from 'drizzle-orm'
import type { Database } from '#platform/server/database/database.ts'
import { restoreIfServiceFails } from '#platform/server/rate-limit/counted-tries.ts'
import { authTwoFactors } from '../tables.ts'

const STEP_MS = 30_000
/** The plugin takes the step before and the one after; one more, in case the step changes between our look and its own. */
const ACCEPTED_STEPS = [-1, 0, 1, 2]

export const stepAt = (nowMs: number): number => Math.floor(nowMs / STEP_MS)

/** The six digits of one step. */
export function codeOfStep(key: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', key).update(counter).digest()
  const start = digest[digest.length - 1]! & 15
  return String((digest.readUInt32BE(start) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** The step whose code this is, when it is one that counts now. */
export function stepOfCode(secret: string, code: string, nowMs: number): number | undefined {
  const key = Buffer.from(secret)
  return ACCEPTED_STEPS.map((offset) => stepAt(nowMs) + offset).find((step) => codeOfStep(key, step) === code)
}

/** Spends the step, and with it every earlier one; false when it is spent already. One statement, so that only one of many succeeds. */
export async function spendStep(database: Database, userId: string, step: number): Promise<boolean> {
  const { lastUsedStep, lastStepBy } = authTwoFactors
  const use = randomUUID()
  // What the code was for may have failed behind it: it serves once more, and no earlier one. Spent by another request it stays spent.
  restoreIfServiceFails(async () => {
    await database.orm
      .update(authTwoFactors)
      .set({ lastUsedStep: step - 1, lastStepBy: null })
      .where(and(eq(authTwoFactors.userId, userId), eq(lastStepBy, use)))
  })
  const spent = await database.orm
    .update(authTwoFactors)
    .set({ lastUsedStep: step, lastStepBy: use })
    .where(and(eq(authTwoFactors.userId, userId), or(isNull(lastUsedStep), lt(lastUsedStep, step))))
    .returning({ id: authTwoFactors.id })
  return spent.length > 0
}
