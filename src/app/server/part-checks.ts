// How each part of the house is asked whether it works: for supervisors (`/readyz`), for the metrics and for the dashboard of the back office. Whoever asks
// waits for seconds only (a scrape of Prometheus ends after ten): one that hangs is down, and must not hide what the others say.
import type { AdminParts } from '#features/admin/server/admin-parts.ts'
import type { Database } from '#platform/server/database/database.ts'
import { withDeadline } from '#platform/with-deadline.ts'
import { CHECK_TIMEOUT_MS } from '#rulebook/admin/system-health.ts'
import type { Foundation } from './open-foundation.ts'

type PartChecks = AdminParts['checks'] & Readonly<Record<'database' | 'storage', () => Promise<unknown>>>

/** Undefined is a part without an account. */
export const createPartChecks = (
  { database, storage, mailer }: Pick<Foundation, 'database' | 'storage' | 'mailer'>,
  payment?: () => Promise<unknown>,
): PartChecks => ({
  database: inTime(() => checkConnection(database)),
  storage: inTime(() => storage.checkWritable()),
  mail: mailer.check && inTime(mailer.check),
  payment: payment && inTime(payment),
})

const inTime = (check: () => Promise<unknown>) => () =>
  withDeadline(check(), CHECK_TIMEOUT_MS, () => new Error(`no answer within ${CHECK_TIMEOUT_MS} ms`))

/** The documents' connection check: a count from `user_profiles`, one row at most (document 1 §7), so it wants the tables too. */
const checkConnection = (database: Database): Promise<unknown> =>
  database.query('select count(*) from (select id from user_profiles limit 1) as first')
