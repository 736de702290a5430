// The audit of every night: a line in the log, a row that the metric and the dashboard read. It repairs nothing; money that a provider proves is settled
// as everywhere.
import { desc, lt, sql } from 'drizzle-orm'
import type { Database, Queryable } from '#platform/server/database/database.ts'
import type { Log } from '#platform/server/log.ts'
import { LOG_RETENTION_DAYS } from '#rulebook/site/retention.ts'
import { auditReports } from '../tables.ts'
import { audit } from './audit.ts'
import type { ComparePayments } from './payment-check.ts'

export const AUDIT_QUEUE = 'admin-audit'
/** Before the end of old log rows, so that those are looked at once more. */
export const AUDIT_CRON = '17 3 * * *'

interface NightlyParts {
  readonly database: Database
  readonly log: Log
  /** Settles proven money that nobody knew of. */
  readonly comparePayments?: ComparePayments
}

export async function auditNightly({ database, log, comparePayments }: NightlyParts) {
  const { checks, faults, log: logEnd } = await audit(database, comparePayments)
  const broken = checks.filter(({ count }) => count > 0)
  const byCheck = Object.fromEntries(broken.map(({ name, count }) => [name, count]))
  await database.orm.insert(auditReports).values({ faults, byCheck })
  await database.orm
    .delete(auditReports)
    .where(lt(auditReports.createdAt, sql`now() - make_interval(days => ${LOG_RETENTION_DAYS})`))
  if (faults === 0) log.info({ logEnd }, 'audit: the books are right')
  else
    log.error(
      { faults, logEnd, byCheck, examples: broken.flatMap(({ examples }) => examples) },
      'audit: the books are wrong',
    )
}

/** Outcome of the newest audit; undefined before the first night. */
export async function readLastAudit(db: Queryable) {
  const [newest] = await db
    .select({ faults: auditReports.faults, byCheck: auditReports.byCheck, at: auditReports.createdAt })
    .from(auditReports)
    .orderBy(desc(auditReports.createdAt))
    .limit(1)
  return newest
}
