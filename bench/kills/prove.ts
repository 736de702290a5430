// After the last kill: everything that was promised, asked again of the service, its database and its files.
import { readdir } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { pino } from 'pino'
import { openFileStorage } from '../../src/app/server/open-file-storage.ts'
import { audit } from '../../src/features/admin/server/audit/audit.ts'
import { removeOrphans } from '../../src/features/processing/server/retention/orphans.job.ts'
import { removeExpiredFiles } from '../../src/features/processing/server/retention/retention.job.ts'
import { systemClock } from '../../src/platform/server/clock.ts'
import type { Database } from '../../src/platform/server/database/database.ts'
import { readSettings } from '../../src/platform/server/settings.ts'
import type { ObjectStorage } from '../../src/platform/server/storage/object-storage.ts'
import { keepSwept, tempRootIn } from '../../src/platform/server/temp-folder.ts'
import type { Journal, Start } from './journal.ts'

const log = pino({ level: 'silent' })
const LOOK_EVERY_MS = 1000
/** Files without a row are kept for a day, since they may still get one. */
const TWO_DAYS_MS = 2 * 24 * 3_600_000

/** Throws when work is still open after this time: then something was lost. */
export async function untilNothingIsOpen(database: Database, withinMs: number): Promise<void> {
  const endsAtMs = performance.now() + withinMs
  for (;;) {
    const [open] = await database.query<{ jobs: number; accounts: number }>(
      `select (select count(*)::int from processing_history where status in ('pending', 'processing')) as jobs,
              (select count(*)::int from auth_users where deletion_due_at < now()) as accounts`,
    )
    if (open!.jobs + open!.accounts === 0) return
    if (performance.now() > endsAtMs) throw new Error(`still open: ${JSON.stringify(open)}`)
    await delay(LOOK_EVERY_MS)
  }
}

/** What does not hold, one line each; no process of the service runs meanwhile. */
export async function findBroken(database: Database, dataDir: string, journal: Journal): Promise<string[]> {
  const storage = await openFileStorage(readSettings({ NODE_ENV: 'test', DATA_DIR: dataDir }), systemClock)
  return [
    ...(await brokenBooks(database)),
    ...(await brokenUploads(database, storage, journal)),
    ...(await brokenStarts(database, storage, journal)),
    ...(await brokenEdits(database, journal)),
    ...(await brokenMerges(database, journal)),
    ...(await brokenRemovals(database, storage, journal)),
    ...(await brokenTemporary(tempRootIn(dataDir))),
  ]
}

async function brokenBooks(database: Database): Promise<string[]> {
  const { checks, faults } = await audit(database)
  return faults === 0 ? [] : checks.filter(({ count }) => count > 0).map((check) => `audit: ${JSON.stringify(check)}`)
}

async function brokenUploads(database: Database, storage: ObjectStorage, journal: Journal): Promise<string[]> {
  const kept = [...journal.uploads.keys()].filter((id) => isStillThere(journal, id))
  const rows = await database.query<{ id: string; key: string }>(
    `select id, oss_url as key from user_uploads where id = any($1::uuid[]) and status = 'uploaded'`,
    [kept],
  )
  const known = new Map(rows.map((row) => [row.id, row]))
  const broken: string[] = []
  for (const id of kept) {
    const row = known.get(id)
    if (!row) broken.push(`upload ${id} was answered and has no row`)
    else if (!(await storage.stat(row.key))?.sizeBytes) broken.push(`upload ${id} was answered and has no file`)
  }
  return broken
}

const isStillThere = (journal: Journal, uploadId: string): boolean =>
  !journal.removedUploads.has(uploadId) && !journal.leavers.has(journal.uploads.get(uploadId)!)

interface RunRow {
  readonly id: string
  readonly startKey: string
  readonly status: string
  readonly result: string | null
  readonly consumed: number
}

async function brokenStarts(database: Database, storage: ObjectStorage, journal: Journal): Promise<string[]> {
  const starts = [...journal.starts.values()].filter(({ person }) => !journal.leavers.has(person))
  const rows = await database.query<RunRow>(
    `select id, start_key as "startKey", status, result_oss_url as result, credits_consumed as consumed
       from processing_history where start_key = any($1::text[])`,
    [starts.map(({ startKey }) => startKey)],
  )
  const byKey = Map.groupBy(rows, ({ startKey }) => startKey)
  const broken: string[] = []
  for (const start of starts) {
    const runs = byKey.get(start.startKey) ?? []
    if (runs.length > 1) broken.push(`start ${start.startKey} made ${runs.length} runs`)
    if (start.jobId) broken.push(...(await brokenRun(storage, start, runs[0])))
  }
  return broken
}

async function brokenRun(storage: ObjectStorage, start: Start, run: RunRow | undefined): Promise<string[]> {
  if (!run || run.id !== start.jobId) return [`run ${start.jobId} was answered and is not there`]
  const broken: string[] = []
  if (start.isFailed && (run.status !== 'failed' || run.consumed > 0))
    broken.push(`run ${run.id} was called failed and is ${run.status} for ${run.consumed}`)
  if (start.isCompleted && run.status !== 'completed')
    broken.push(`run ${run.id} was called completed and is ${run.status}`)
  if (run.status === 'failed' && run.consumed > 0) broken.push(`run ${run.id} failed and cost ${run.consumed}`)
  if (run.status === 'completed' && !(run.result && (await storage.stat(run.result))?.sizeBytes))
    broken.push(`run ${run.id} is completed and has no file`)
  return broken
}

async function brokenEdits(database: Database, { creditEdits }: Journal): Promise<string[]> {
  const rows = await database.query<{ reference: string }>(
    `select a.id::text as reference from admin_action_logs a join usage_logs u on u.reference = a.id::text
      where a.id = any($1::uuid[])`,
    [[...creditEdits]],
  )
  const entered = new Set(rows.map(({ reference }) => reference))
  return [...creditEdits].filter((id) => !entered.has(id)).map((id) => `change of credits ${id} has no entry`)
}

async function brokenMerges(database: Database, { merges }: Journal): Promise<string[]> {
  const broken: string[] = []
  for (const { primary, merged, uploadId, isAnswered } of merges) {
    const [row] = await database.query<{ owner: string | null; remains: boolean }>(
      `select (select user_id from user_uploads where id = $1) as owner,
              exists (select from auth_users where id = $2) as remains`,
      [uploadId, merged],
    )
    const { owner, remains } = row!
    if (owner !== (remains ? merged : primary)) broken.push(`merge of ${merged}: its picture belongs to ${owner}`)
    if (isAnswered && remains) broken.push(`merge of ${merged} was answered and it is there`)
  }
  return broken
}

/** Last, because it removes what the nights remove. */
async function brokenRemovals(database: Database, storage: ObjectStorage, journal: Journal): Promise<string[]> {
  const visible = await database.query<{ id: string }>(
    `select id from user_uploads where id = any($1::uuid[]) and status <> 'deleted'`,
    [[...journal.removedUploads]],
  )
  const paid = await database.query<{ id: string }>(
    `select id from processing_history where deleted_at < completed_at and credits_consumed > 0`,
  )
  const accounts = await database.query<{ id: string }>('select id from auth_users where id = any($1::uuid[])', [
    [...journal.leavers],
  ])
  await removeExpiredFiles({ database, storage, log })
  const sweep = { database, storage, log, clock: { now: () => new Date(Date.now() + TWO_DAYS_MS) } }
  console.log(`folders of killed work that the nightly sweep removes: ${await removeOrphans(sweep)}`)
  const left: string[] = []
  for (const category of ['uploads', 'results'])
    for await (const { key } of storage.list(category))
      if ([...journal.leavers, ...journal.removedUploads].some((id) => key.includes(id))) left.push(key)
  return [
    ...visible.map(({ id }) => `upload ${id} was removed and is there`),
    ...paid.map(({ id }) => `run ${id} was paid for after its picture was removed`),
    ...accounts.map(({ id }) => `account ${id} was ended and is there`),
    ...left.map((key) => `file ${key} belongs to what was removed`),
    ...((await removeOrphans(sweep)) > 0 ? ['files without a row stay after the sweep'] : []),
  ]
}

/** As the next start would, beside nobody. */
async function brokenTemporary(root: string): Promise<string[]> {
  const names = () => readdir(root).catch(() => [] as string[])
  console.log(`temporary folders of killed work that the next start removes: ${(await names()).length}`)
  const end = await keepSwept({ root, everyMs: TWO_DAYS_MS, isAlone: true, log })
  end()
  return (await names()).map((name) => `temporary folder ${name} stays after the sweep`)
}
