// Makes a held price final, in the transaction that completes the job (C-30).
import { sql } from 'drizzle-orm'
import type { Transaction } from '#platform/server/database/database.ts'
import { type CreditHold, proveHold } from './hold-credits.ts'

/** Credits that this call made final; undefined when the hold was settled before, and then nothing changes. */
export async function captureHold(tx: Transaction, hold: CreditHold): Promise<number | undefined> {
  const { jobId } = proveHold(hold)
  const { rows } = await tx.execute<{ credits: number }>(sql`
    insert into usage_logs (user_id, job_id, kind, amount, details)
    select user_id, job_id, 'capture', 0, jsonb_build_object('credits', -amount)
      from usage_logs where job_id = ${jobId} and kind = 'hold'
    on conflict do nothing
    returning (details ->> 'credits')::int as credits`)
  return rows[0]?.credits
}
