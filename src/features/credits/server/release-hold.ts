// Gives a held price back, in the transaction that fails the job, or completes one without effect (C-30, decision 0095).
import { sql } from 'drizzle-orm'
import type { Transaction } from '#platform/server/database/database.ts'
import { type CreditHold, proveHold } from './hold-credits.ts'

/** Credits that this call gave back; undefined when the hold was settled before, and then nothing changes. A `reason` is kept in the entry. */
export async function releaseHold(tx: Transaction, hold: CreditHold, reason?: string): Promise<number | undefined> {
  const { jobId } = proveHold(hold)
  const details = reason === undefined ? null : JSON.stringify({ reason })
  const { rows } = await tx.execute<{ amount: number }>(sql`
    insert into usage_logs (user_id, job_id, kind, amount, details)
    select user_id, job_id, 'release', -amount, ${details}::jsonb
      from usage_logs where job_id = ${jobId} and kind = 'hold'
    on conflict do nothing
    returning amount`)
  return rows[0]?.amount
}
