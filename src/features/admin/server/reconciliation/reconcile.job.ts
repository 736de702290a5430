// Every night the vendor's own list of tasks is compared with our runs (decision 0068): the cost of each, tasks unknown to us, and whether
// its balance went down by more than its tasks explain. Our records get the cost of runs that ended without an answer; money is never moved.
import { desc, lt, sql } from 'drizzle-orm'
import type { ProviderGate, VendorTask } from '#features/processing/server/provider/provider.ts'
import type { Database, Queryable } from '#platform/server/database/database.ts'
import type { Log } from '#platform/server/log.ts'
import { LOG_RETENTION_DAYS } from '#rulebook/site/retention.ts'
import { vendorReports } from '../tables.ts'

export const VENDOR_REPORT_QUEUE = 'admin-vendor-report'
export const VENDOR_REPORT_CRON = '47 3 * * *'
/** The vendor keeps its list for seven days (Topaz contract §3); the oldest hours may disappear while we read. */
const LISTED_DAYS = 6

interface Parts {
  readonly database: Database
  readonly log: Log
  readonly providerGate: ProviderGate | undefined
}

interface Run {
  readonly id: string
  readonly credits: number | null
  readonly is_listed: boolean
  readonly is_over: boolean
}

export type VendorFaults = Readonly<Record<'unknown' | 'differing' | 'missing' | 'twice' | 'unexplained', number>>

/** One comparison, stored and logged. Throws while the vendor does not answer: the queue tries again. */
export async function reconcileVendor({ database, log, providerGate }: Parts): Promise<void> {
  if (!providerGate?.isConfigured) return
  const balance = await providerGate.balance()
  const tasks = await providerGate.tasks()
  const paid = tasks.filter(({ isPaid }) => isPaid)
  const runs = await readRuns(database, paid)
  const learned = await learn(database, paid, runs)
  const total = balance && balance.available + balance.reserved
  const byCheck: VendorFaults = { ...compare(paid, runs), unexplained: await unexplained(database, paid, total) }
  const faults = Object.values(byCheck).reduce((sum, count) => sum + count, 0)
  const vendorCredits = creditsOf(paid)
  await database.orm.insert(vendorReports).values({
    tasks: paid.length,
    vendorCredits,
    learned,
    faults,
    byCheck,
    balance: total ?? null,
    newestEndAt: newestEndOf(paid),
  })
  await database.orm
    .delete(vendorReports)
    .where(lt(vendorReports.createdAt, sql`now() - make_interval(days => ${LOG_RETENTION_DAYS})`))
  const summary = { tasks: paid.length, vendorCredits, learned, byCheck }
  if (faults === 0) log.info(summary, 'the vendor and our runs agree')
  else log.error(summary, 'the vendor and our runs do not agree')
}

/** Report of the newest comparison; undefined before the first night. */
export async function readVendorReport(db: Queryable) {
  const [newest] = await db.select().from(vendorReports).orderBy(desc(vendorReports.createdAt)).limit(1)
  return newest
}

const creditsOf = (tasks: readonly VendorTask[]): number => tasks.reduce((sum, { credits }) => sum + credits, 0)

/** Runs named by these tasks, and those with a recorded vendor cost that are recent enough to be in the list. */
function readRuns(database: Database, tasks: readonly VendorTask[]): Promise<Run[]> {
  const ids = tasks.flatMap(({ jobId }) => jobId ?? [])
  return database.query<Run>(
    `select id::text, vendor_credits as credits, status in ('completed', 'failed') as is_over,
            coalesce(completed_at, created_at) between now() - make_interval(days => $2) and now() - interval '1 hour' as is_listed
       from runs_ever
      where id = any($1::uuid[])
         or (vendor_credits > 0 and created_at > now() - make_interval(days => $2))`,
    [ids, LISTED_DAYS],
  )
}

/** A task that was paid after its run had ended here (deadline, cancel) is a cost that nobody had noted. */
async function learn(database: Database, tasks: readonly VendorTask[], runs: readonly Run[]): Promise<number> {
  const unnoted = runs.filter(({ credits, is_over }) => credits === null && is_over)
  for (const { id } of unnoted) {
    const credits = creditsOf(tasks.filter(({ jobId }) => jobId === id))
    for (const table of ['processing_history', 'ended_runs'])
      await database.query(`update ${table} set vendor_credits = $2 where id = $1 and vendor_credits is null`, [
        id,
        credits,
      ])
  }
  return unnoted.length
}

function compare(tasks: readonly VendorTask[], runs: readonly Run[]): Omit<VendorFaults, 'unexplained'> {
  const byJob = Map.groupBy(
    tasks.filter(({ jobId }) => jobId !== undefined),
    ({ jobId }) => jobId!,
  )
  const known = new Set(runs.map(({ id }) => id))
  return {
    unknown: tasks.filter(({ jobId }) => jobId === undefined || !known.has(jobId)).length,
    differing: runs.filter(({ id, credits }) => {
      const task = byJob.get(id)
      return task !== undefined && credits !== null && credits !== creditsOf(task)
    }).length,
    missing: runs.filter(({ id, credits, is_listed }) => is_listed && credits !== null && !byJob.has(id)).length,
    twice: [...byJob.values()].filter(({ length }) => length > 1).length,
  }
}

/** Credits that left the account since the last comparison beside those of the tasks that ended since; a purchase hides them, nothing else does. */
async function unexplained(
  database: Database,
  tasks: readonly VendorTask[],
  total: number | undefined,
): Promise<number> {
  const before = await readVendorReport(database.orm)
  if (total === undefined || !before || before.balance === null) return 0
  const since = (before.newestEndAt?.getTime() ?? Number.NEGATIVE_INFINITY) - OVERLAP_MS
  const spent = creditsOf(tasks.filter(({ endedAtMs }) => endedAtMs === undefined || endedAtMs >= since))
  return Math.max(0, before.balance - total - spent)
}
/** Tasks that ended while list and balance were read explain a credit twice rather than never. */
const OVERLAP_MS = 10_000

function newestEndOf(tasks: readonly VendorTask[]): Date | null {
  const newestMs = Math.max(...tasks.map(({ endedAtMs = Number.NEGATIVE_INFINITY }) => endedAtMs))
  return Number.isFinite(newestMs) ? new Date(newestMs) : null
}
