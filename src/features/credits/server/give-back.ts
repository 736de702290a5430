// An operator gives back what a completed run cost: an entry of the ledger tied to the run, with the reason in it, at most once per run.
import { sql } from 'drizzle-orm'
import { lockAccount } from '#features/account/server/profile/account.store.ts'
import type { Transaction } from '#platform/server/database/database.ts'

export interface GiveBack {
  readonly userId: string
  readonly jobId: string
  /** The owner reads it, too. */
  readonly reason: string
}

/** Credits that came back; undefined for a run that cost this account nothing, was not completed, or was given back before. */
export async function giveBack(tx: Transaction, { userId, jobId, reason }: GiveBack): Promise<number | undefined> {
  await lockAccount(tx, userId)
  const { rows } = await tx.execute<{ amount: number }>(sql`
    insert into usage_logs (user_id, job_id, kind, amount, details)
    select user_id, job_id, 'reverse', -amount, jsonb_build_object('reason', ${reason}::text)
      from usage_logs hold
     where job_id = ${jobId} and user_id = ${userId} and kind = 'hold' and amount < 0
       and exists (select 1 from usage_logs c where c.job_id = hold.job_id and c.kind = 'capture')
    on conflict do nothing
    returning amount`)
  return rows[0]?.amount
}
