// An account whose week is over, in tests: its end is due, and the hourly job of the queue comes at once.
import { expect } from 'vitest'
import { ACCOUNT_DELETION_QUEUE } from '#features/history/server/own-data/delete-account.ts'
import type { Foundation } from '../open-foundation.ts'

export async function runDueDeletions({ database, queue }: Foundation, userId: string): Promise<void> {
  await database.query(
    `update auth_users set deletion_due_at = now() - interval '1 minute' where id = $1 and deletion_due_at is not null`,
    [userId],
  )
  await database.orm.transaction((tx) => queue.send(tx, ACCOUNT_DELETION_QUEUE, {}))
}

/** The owner has asked for it before. */
export async function endAccountNow(foundation: Foundation, userId: string): Promise<void> {
  await runDueDeletions(foundation, userId)
  await expect
    .poll(() => foundation.database.query('select id from auth_users where id = $1', [userId]))
    .toHaveLength(0)
}
