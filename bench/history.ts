// `npx node bench/history.ts`: first page and statistics of the history with 1000 people who have 200 uploads each, beside a tenth of
// them in the same database (issue: median at most 50 ms, flat as the table grows tenfold). Prints the plans as the consumer's role
// runs them. Embedded database, or TEST_DATABASE_URL; without a server's address it starts a private PostgreSQL too where there is one.
import { sql } from 'drizzle-orm'
import { readUserStats } from '#features/history/server/user-stats.ts'
import { listUploads } from '#features/processing/server/uploads/upload-records.store.ts'
import { type Database, inUserScope } from '#platform/server/database/database.ts'
import { openTestDatabase } from '#platform/server/database/testing/test-database.ts'
import { HISTORY_SCREEN_PAGE_SIZE } from '#rulebook/history/history.ts'
import { startPrivatePostgres } from '../scripts/testing/private-postgres.ts'
import { quantile } from './statistics.ts'
import { loadLine } from './web-service.ts'

const UPLOADS_PER_PERSON = 200
const PEOPLE = [100, 1000]
const PROBES = 60
const MAX_MEDIAN_MS = 50
const TIME_ZONE = 'Asia/Shanghai'

console.log(loadLine())
await benchOn('embedded')
const server = process.env.TEST_DATABASE_URL ? undefined : await startPrivatePostgres()
if (server) process.env.TEST_DATABASE_URL = server.url
if (process.env.TEST_DATABASE_URL) await benchOn('server')
else console.log('no PostgreSQL on this machine: measured on the embedded database only')
server?.stop()

async function benchOn(kind: Database['kind']): Promise<void> {
  const address = process.env.TEST_DATABASE_URL
  if (kind === 'embedded') delete process.env.TEST_DATABASE_URL
  const database = await openTestDatabase()
  if (address) process.env.TEST_DATABASE_URL = address
  try {
    let people = 0
    for (const wanted of PEOPLE) {
      await addPeople(database, wanted - people)
      people = wanted
      await measure(database, people)
    }
    await printPlans(database)
  } finally {
    await database.close()
  }
}

/** Accounts with uploads over the last half year; every upload has a completed record, every fifth a second, failed one. */
async function addPeople(database: Database, count: number): Promise<void> {
  await database.orm.execute(sql`
    with people as (
      insert into auth_users (id, name, email, email_verified)
      select id, 'bench', id || '@example.com', true from (select gen_random_uuid() as id from generate_series(1, ${count})) ids
      returning id),
    uploads as (
      insert into user_uploads (user_id, original_filename, file_size, mime_type, width, height, oss_url, thumbnail_url, view_key, view_mime_type, created_at)
      select id, 'IMG_' || n || '.jpg', 2000000 + n, 'image/jpeg', 4000, 3000, 'o/' || n, 't/' || n, 'v/' || n, 'image/jpeg', now() - n * interval '21 hours'
      from people, generate_series(1, ${UPLOADS_PER_PERSON}) n
      returning id, user_id, created_at)
    insert into processing_history (user_id, upload_id, original_filename, original_oss_url, ai_service, process_type, model_key, mode, status, list_credits, credits_consumed, start_key, deadline_at, created_at, completed_at)
    select user_id, id, 'IMG.jpg', 'o', 'local', 'denoise', 'denoise/normal', 'auto', case when again = 0 then 'completed' else 'failed' end, 2, 2 - 2 * again,
           id || '/' || again, created_at, created_at + again * interval '1 hour', created_at
    from uploads, generate_series(0, 1) again
    where again = 0 or right(id::text, 1) in ('0', '5', 'a')`)
  await database.orm.execute(sql`analyze`)
}

async function measure(database: Database, people: number): Promise<void> {
  const rows = await database.query<{ id: string }>(`select id from auth_users order by id limit ${PROBES}`)
  const first = await times(rows, ({ id }) => listUploads(database, id, { limit: HISTORY_SCREEN_PAGE_SIZE, offset: 0 }))
  const stats = await times(rows, ({ id }) => readUserStats(database, id, TIME_ZONE))
  const line = (values: readonly number[]) =>
    `${quantile(values, 0.5).toFixed(1)} / ${quantile(values, 0.95).toFixed(1)} ms`
  console.log(`${database.kind}, ${people} people, ${people * UPLOADS_PER_PERSON} uploads; median / p95:`)
  console.log(`  first page ${line(first)}, statistics ${line(stats)} (goal: median at most ${MAX_MEDIAN_MS} ms)`)
  if (Math.max(quantile(first, 0.5), quantile(stats, 0.5)) > MAX_MEDIAN_MS) process.exitCode = 1
}

/** Another person each time, so that nothing is measured twice from a warm page. */
async function times<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<number[]> {
  const spent: number[] = []
  for (const item of items) {
    const startedAt = performance.now()
    await work(item)
    spent.push(performance.now() - startedAt)
  }
  return spent
}

async function printPlans(database: Database): Promise<void> {
  const [person] = await database.query<{ id: string }>('select id from auth_users limit 1')
  const plans = {
    'first page': sql`explain select * from user_uploads where user_id = ${person!.id} and status = 'uploaded' order by created_at desc, id desc limit ${HISTORY_SCREEN_PAGE_SIZE}`,
    'statistics (its records)': sql`explain select count(*) from processing_history h join user_uploads u on u.id = h.upload_id where u.status = 'uploaded' and h.deleted_at is null`,
  }
  for (const [name, statement] of Object.entries(plans)) {
    const { rows } = await inUserScope(database, person!.id, (tx) => tx.execute<{ 'QUERY PLAN': string }>(statement))
    console.log(`  plan of ${name}:\n${rows.map((row) => `    ${row['QUERY PLAN']}`).join('\n')}`)
  }
}
