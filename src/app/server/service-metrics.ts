// Measurements that need a look at the database, the storage or the disk; each is read when somebody asks for the measurements.
import { statfs } from 'node:fs/promises'
import { AUDIT_QUEUE } from '#features/admin/server/audit/nightly-audit.job.ts'
import type { Providers } from '#features/processing/server/provider/providers.ts'
import { keepAnswer } from '#platform/keep-answer.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Metrics } from '#platform/server/metrics.ts'
import { lastBackupMs } from './backup/last-backup.ts'
import type { Foundation } from './open-foundation.ts'
import { createPartChecks } from './part-checks.ts'

interface CountRow {
  readonly label: string
  readonly count: number
}

export function measureService(metrics: Metrics, foundation: Foundation, providers: Providers): void {
  measureQueue(metrics, foundation.database)
  measureAges(metrics, foundation)
  measureParts(metrics, foundation)
  measureRoom(metrics, foundation)
  metrics.addGauge(
    'huanying_provider_open',
    'Whether runs can be sent to the provider (1) or not (0)',
    'provider',
    async () => {
      const isOpen = new Map<string, number>()
      for (const { name, gate } of providers.used)
        isOpen.set(name, (await gate?.refusal()) === undefined && !(await gate?.isAway()) ? 1 : 0)
      return isOpen
    },
  )
}

async function countsOf(database: Database, statement: string): Promise<Map<string, number>> {
  const rows = await database.query<CountRow>(statement)
  return new Map(rows.map(({ label, count }) => [label, count]))
}

function measureQueue(metrics: Metrics, database: Database): void {
  metrics.addGauge('huanying_queue_depth', 'Queue entries that wait or run, by queue', 'queue', () =>
    countsOf(
      database,
      `select name as label, count(*)::int as count from pgboss.job where state in ('created', 'retry', 'active') group by name`,
    ),
  )
  metrics.addGauge(
    'huanying_queue_oldest_seconds',
    'Age of the oldest entry that is due and not taken, by queue',
    'queue',
    () =>
      countsOf(
        database,
        `select name as label, extract(epoch from max(now() - greatest(created_on, start_after)))::float8 as count
         from pgboss.job where state in ('created', 'retry') and start_after <= now() group by name`,
      ),
  )
  metrics.addGauge('huanying_jobs', 'Jobs of the last day, by status', 'status', () =>
    countsOf(
      database,
      `select status as label, count(*)::int as count from processing_history where created_at > now() - interval '1 day' group by status`,
    ),
  )
  metrics.addGauge(
    'huanying_audit_faults',
    'What the last nightly audit found, by check; total is 0 when all agrees',
    'check',
    () =>
      countsOf(
        database,
        `with newest as (select faults, by_check from audit_reports order by created_at desc limit 1)
       select 'total' as label, faults as count from newest
       union all select key, value::int from newest, jsonb_each_text(by_check)`,
      ),
  )
}

/** Where none ever ran, since the first start asked for one each night: an alert is told nothing by a measurement that is not there. */
const AUDIT_AGE = `
  select 'audit' as label, extract(epoch from now() - coalesce(
    (select max(created_at) from audit_reports),
    (select created_on from pgboss.queue where name = '${AUDIT_QUEUE}')
  ))::float8 as count`

/** That a nightly job did not run is noticed only by the age of its last result. */
function measureAges(metrics: Metrics, { settings, database }: Foundation): void {
  metrics.addGauge(
    'huanying_age_seconds',
    'Since the last nightly audit, and the last backup of this machine',
    'of',
    async () => {
      const ages = await countsOf(database, AUDIT_AGE)
      const backupMs = await lastBackupMs(settings.dataDir)
      if (backupMs !== undefined) ages.set('backup', (Date.now() - backupMs) / 1000)
      return ages
    },
  )
}

/** A sign-in at the mail account with each scrape would be 5,760 a day, and providers of mail close accounts for fewer. A failure may be a hiccup. */
const MAIL_KEPT_FOR = { answerMs: 5 * 60_000, failureMs: 30_000 }

/** The same questions as those of `/readyz` and the dashboard. */
function measureParts(metrics: Metrics, foundation: Foundation): void {
  const { database, storage, mail: askMail } = createPartChecks(foundation)
  const mail = askMail && keepAnswer(askMail, MAIL_KEPT_FOR)
  const checks = Object.entries({ database, storage, mail })
  metrics.addGauge(
    'huanying_part_up',
    'Whether a configured part of the service answers (1) or not (0)',
    'part',
    async () => {
      const answers = checks.map(async ([part, check]) => {
        if (!check) return []
        const isUp = await check().then(
          () => true,
          () => false,
        )
        return [[part, isUp ? 1 : 0] as const]
      })
      return new Map((await Promise.all(answers)).flat())
    },
  )
}

function measureRoom(metrics: Metrics, { settings, database }: Foundation): void {
  metrics.addGauge('huanying_disk_bytes', 'Disk of the data folder', 'kind', async () => {
    const { bsize, blocks, bavail } = await statfs(settings.dataDir)
    return new Map([
      ['size', bsize * blocks],
      ['free', bsize * bavail],
    ])
  })
  metrics.addGauge('huanying_storage_originals_bytes', 'Originals that people keep here', 'of', async () =>
    countsOf(
      database,
      `select 'people' as label, coalesce(sum(file_size), 0)::float8 as count from user_uploads where files_removed_at is null
       union all select 'visitors', coalesce(sum(file_size), 0)::float8 from trial_uploads`,
    ),
  )
}
