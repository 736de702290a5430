// A transaction in which the days of the SQL functions are those of the configured zone (U-19).
import { sql } from 'drizzle-orm'
import type { Transaction } from '#platform/server/database/database.ts'
import type { AdminParts } from '../admin-parts.ts'

export const inServiceZone = <Result>(
  { database, settings }: Pick<AdminParts, 'database' | 'settings'>,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> =>
  database.orm.transaction(async (tx) => {
    await tx.execute(sql`select set_config('app.time_zone', ${settings.timeZone}, true)`)
    return work(tx)
  })
