// How each part of the house is asked whether it works: for supervisors (`/readyz`) and for the dashboard of the back office.
import type { AdminParts } from '#features/admin/server/admin-parts.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Foundation } from './open-foundation.ts'

type PartChecks = AdminParts['checks'] & Readonly<Record<'database' | 'storage', () => Promise<unknown>>>

/** Undefined is a part without an account; no payment provider is built in yet. */
export const createPartChecks = ({
  database,
  storage,
  mailer,
}: Pick<Foundation, 'database' | 'storage' | 'mailer'>): PartChecks => ({
  database: () => checkConnection(database),
  storage: () => storage.checkWritable(),
  mail: mailer.check,
  payment: undefined,
})

/** The documents' connection check: a count from `user_profiles`, one row at most (document 1 §7), so it wants the tables too. */
const checkConnection = (database: Database): Promise<unknown> =>
  database.query('select count(*) from (select id from user_profiles limit 1) as first')
