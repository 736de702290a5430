// `npx node bench/office.ts`: pages of the back office and the audit over a service that grew: 1,000,000 runs, 100,000 people,
// 2,000,000 entries of the ledger and 1,000,000 rows of the operator's log on PostgreSQL; 10,000 runs on the embedded database. Prints medians
// beside their bounds, and on PostgreSQL the plans. Ends with 1 above a bound. TEST_DATABASE_URL, or a private PostgreSQL where there is one;
// `npx node bench/office.ts embedded` measures the small one alone.
import { sql } from 'drizzle-orm'
import { accountsNamed } from '#features/account/server/profile/account-list.store.ts'
import { audit } from '#features/admin/server/audit/audit.ts'
import { listLogs } from '#features/admin/server/logs/log.store.ts'
import { readFunnel, readModelUse } from '#features/admin/server/metrics/read-model-use.ts'
import { readLatestJobs, readNewestUsers } from '#features/admin/server/metrics/read-newest.ts'
import { readSales } from '#features/admin/server/metrics/read-sales.ts'
import { readCreditUse, readUserGrowth } from '#features/admin/server/metrics/read-statistics.ts'
import { readDashboardStats, readPoolStatus } from '#features/admin/server/metrics/server-function-answers.ts'
import { readOrders } from '#features/admin/server/orders/read-orders.ts'
import { readRuns } from '#features/admin/server/users/read-user-page.ts'
import { listUsers } from '#features/admin/server/users/user.store.ts'
import { readLedgerPage } from '#features/billing/server/ledger/read-ledger.ts'
import { readReturnsToday } from '#features/processing/server/jobs/no-effect.ts'
import type { Database } from '#platform/server/database/database.ts'
import { openTestDatabase } from '#platform/server/database/testing/test-database.ts'
import { startPrivatePostgres } from '../scripts/testing/private-postgres.ts'
import { seedOffice } from './office/seed.ts'
import { quantile } from './statistics.ts'
import { loadLine } from './web-service.ts'

const LARGE = { people: 100_000, runs: 1_000_000, logs: 1_000_000 }
const SMALL = { people: 1000, runs: 10_000, logs: 10_000 }
const TIME_ZONE = 'Asia/Shanghai'
const TRIES = 7
const [, , which = 'all'] = process.argv

interface Page {
  readonly name: string
  readonly boundMs: number
  readonly read: (database: Database, ids: readonly string[]) => Promise<unknown>
}

const dayAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const LAST_90 = { from: dayAgo(89), to: dayAgo(0) }

const PAGES: readonly Page[] = [
  {
    name: 'dashboard',
    boundMs: 300,
    read: ({ orm, ...database }) =>
      Promise.all([
        readDashboardStats(orm),
        readPoolStatus(orm),
        readNewestUsers({ orm, ...database }),
        readLatestJobs({ orm, ...database }),
        readReturnsToday(orm),
      ]),
  },
  { name: 'users, first page', boundMs: 150, read: ({ orm }) => listUsers(orm, { page: 1 }) },
  {
    name: 'users, part of a Latin name',
    boundMs: 150,
    read: ({ orm }) => listUsers(orm, { page: 1, search: 'lin4711' }),
  },
  {
    name: 'users, part of an address',
    boundMs: 150,
    read: ({ orm }) => listUsers(orm, { page: 1, search: '4711@exam' }),
  },
  { name: 'users, Chinese', boundMs: 150, read: ({ orm }) => listUsers(orm, { page: 1, search: '林4711' }) },
  { name: 'users, two signs of Chinese', boundMs: 150, read: ({ orm }) => listUsers(orm, { page: 1, search: '小林' }) },
  { name: 'users, two signs of Latin', boundMs: 150, read: ({ orm }) => listUsers(orm, { page: 1, search: 'li' }) },
  {
    name: 'users, what all addresses have',
    boundMs: 150,
    read: ({ orm }) => listUsers(orm, { page: 1, search: '@example' }),
  },
  { name: "a user's ledger", boundMs: 100, read: ({ orm }, ids) => readLedgerPage(orm, ids[0]!, 1) },
  {
    name: "a user's runs, by error code",
    boundMs: 100,
    read: (database, ids) => readRuns({ database }, { id: ids[0]!, page: 1, search: 'engine-failed' }),
  },
  {
    name: 'log, last seven days',
    boundMs: 100,
    read: ({ orm }) => listLogs(orm, TIME_ZONE, { from: dayAgo(6), to: dayAgo(0), page: 1 }),
  },
  { name: 'log, all', boundMs: 100, read: ({ orm }) => listLogs(orm, TIME_ZONE, { page: 1 }) },
  {
    name: 'orders, by part of an address',
    boundMs: 150,
    read: ({ orm }) => readOrders(orm, { search: '4711@exam', page: 1 }),
  },
  { name: '  of which by model', boundMs: 500, read: ({ orm }) => readModelUse(orm, LAST_90) },
  { name: '  of which newcomers', boundMs: 500, read: ({ orm }) => readFunnel(orm, LAST_90) },
  { name: '  of which sales', boundMs: 500, read: ({ orm }) => readSales(orm, LAST_90) },
  {
    name: 'statistics of 90 days',
    boundMs: 500,
    read: ({ orm }) =>
      Promise.all([
        readModelUse(orm, LAST_90),
        readFunnel(orm, LAST_90),
        readSales(orm, LAST_90),
        readUserGrowth(orm),
        readCreditUse(orm),
      ]),
  },
]
const AUDIT_BOUND_MS = 60_000
const EMBEDDED_BOUND_MS = 500

console.log(loadLine())
const address = process.env.TEST_DATABASE_URL
delete process.env.TEST_DATABASE_URL
await benchOn(SMALL)
if (which !== 'embedded') {
  const server = address ? undefined : await startPrivatePostgres()
  process.env.TEST_DATABASE_URL = address ?? server?.url
  if (process.env.TEST_DATABASE_URL) await benchOn(LARGE)
  else console.log('no PostgreSQL on this machine: measured on the embedded database only')
  server?.stop()
}
process.exit()

async function benchOn(size: typeof LARGE): Promise<void> {
  const database = await openTestDatabase()
  try {
    const startedMs = performance.now()
    await seedOffice(database, size)
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(0)
    console.log(
      `${database.kind}: ${size.runs} runs of ${size.people} people, ${size.logs} log rows, seeded in ${seconds} s`,
    )
    const rows = await database.query<{ id: string }>('select id from user_profiles order by id limit 1')
    const ids = rows.map(({ id }) => id)
    for (const { name, boundMs, read } of PAGES)
      report(name, await times(() => read(database, ids)), database.kind === 'embedded' ? EMBEDDED_BOUND_MS : boundMs)
    const began = performance.now()
    const { faults, checks } = await audit(database)
    report('audit', [performance.now() - began], AUDIT_BOUND_MS)
    if (faults > 0) {
      console.log(checks.filter(({ count }) => count > 0))
      process.exitCode = 1
    }
    if (database.kind === 'server') await printPlans(database)
  } finally {
    await database.close()
  }
}

function report(name: string, measured: readonly number[], boundMs: number): void {
  const medianMs = quantile(measured, 0.5)
  const isAbove = medianMs > boundMs
  if (isAbove) process.exitCode = 1
  console.log(
    `  ${name.padEnd(32)} ${medianMs.toFixed(1).padStart(8)} ms (bound ${boundMs} ms)${isAbove ? '  ABOVE' : ''}`,
  )
}

async function times(work: () => Promise<unknown>): Promise<number[]> {
  const measured: number[] = []
  for (let n = 0; n <= TRIES; n += 1) {
    const startedMs = performance.now()
    await work()
    // The first one fills the caches of a database that was just seeded.
    if (n > 0) measured.push(performance.now() - startedMs)
  }
  return measured
}

async function printPlans({ orm }: Database): Promise<void> {
  const queries = {
    'users, part of an address': sql`select p.id from user_profiles p where p.id in (${accountsNamed('4711@exam')})
      order by p.created_at desc, p.id desc limit 20`,
    "a user's ledger": sql`select sum(amount) over (order by created_at, id) from usage_logs
      where user_id = (select id from user_profiles order by id limit 1)`,
    'log, all': sql`select * from admin_action_logs order by created_at desc, id desc limit 20`,
    'statistics by model': sql`select model_key, count(*) from processing_history
      where created_at >= now() - interval '90 days' group by model_key`,
  }
  for (const [name, query] of Object.entries(queries)) {
    const { rows } = await orm.execute<{ 'QUERY PLAN': string }>(sql`explain (analyze, costs off, timing off) ${query}`)
    console.log(`${name}:\n${rows.map((row) => `    ${row['QUERY PLAN']}`).join('\n')}`)
  }
}
