// The audit of every night: a line in the log, a row that the metric and the dashboard read. It never repairs anything.
import { desc, lt, sql } from 'drizzle-orm'
import type { Database, Queryable } from '#platform/server/database/database.ts'
import type { Log } from '#platform/server/log.ts'
import { LOG_RETENTION_DAYS } from '#rulebook/site/retention.ts'
import { auditReports } from '../tables.ts'
import { audit } from './audit.ts'

export const AUDIT_QUEUE = 'admin-audit'
/** Before the end of old log rows, so that those are looked at once more. */
export const AUDIT_CRON = '17 3 * * *'

export async function auditNightly({ database, log }: { readonly database: Database; readonly log: Log }) {
  const { checks, faults, log: logEnd } = await audit(database)
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

/** Of the newest audit; undefined before the first night. */
export async function readLastAudit(db: Queryable) {
  const [newest] = await db
    .select({ faults: auditReports.faults, byCheck: auditReports.byCheck, at: auditReports.createdAt })
    .from(auditReports)
    .orderBy(desc(auditReports.createdAt))
    .limit(1)
  return newest
}
