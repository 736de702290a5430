// Rows for the tests of tables and server functions, written inside one transaction that is undone at the end: `now()` stands
// still in it, so that tests of days have no midnight to fall over.
import { type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#platform/server/database/database.ts'

/** Runs `work` in a transaction and takes everything back. */
export async function undone<Result>(database: Database, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  const undo = new Error('undone')
  let result: { value: Result } | undefined
  await database.orm
    .transaction(async (tx) => {
      result = { value: await work(tx) }
      throw undo
    })
    .catch((error) => {
      if (error !== undo) throw error
    })
  return result!.value
}

export async function rowsOf<Row>(tx: Transaction, statement: SQL): Promise<Row[]> {
  return (await tx.execute(statement)).rows as Row[]
}

/** A user with a profile; `createdAt` is an SQL expression. */
export async function addUser(
  tx: Transaction,
  { name = 'user', type = 'free', createdAt = sql`now()` }: { name?: string; type?: string; createdAt?: SQL } = {},
): Promise<string> {
  const email = `${name}-${crypto.randomUUID()}@example.com`
  const [user] = await rowsOf<{ id: string }>(
    tx,
    sql`insert into auth_users (name, email) values (${name}, ${email}) returning id`,
  )
  await tx.execute(sql`insert into user_profiles (id, username, initial_email, user_type, created_at)
    values (${user!.id}, ${name === 'user' ? `user-${user!.id.slice(0, 8)}` : name}, ${`${name}@example.com`}, ${type}, ${createdAt})`)
  return user!.id
}

export interface SampleJob {
  readonly service?: string
  readonly status?: string
  readonly listCredits?: number
  /** The cost that the provider reported. */
  readonly vendorCredits?: number
  readonly errorCode?: string
  readonly createdAt?: SQL
}

/** A run of this user, on an upload of its own. */
export async function addJob(tx: Transaction, userId: string, job: SampleJob = {}): Promise<void> {
  const {
    service = 'topaz',
    vendorCredits = null,
    status = 'completed',
    listCredits = 2,
    errorCode = null,
    createdAt = sql`now()`,
  } = job
  const [upload] = await rowsOf<{ id: string }>(
    tx,
    sql`insert into user_uploads (user_id, original_filename, file_size, mime_type, width, height, oss_url, thumbnail_url,
          view_key, view_mime_type)
        values (${userId}, 'a.png', 2048, 'image/png', 8, 8, 'o', 't', 'v', 'image/png') returning id`,
  )
  await tx.execute(sql`insert into processing_history (user_id, upload_id, original_filename, original_oss_url, ai_service,
      process_type, model_key, mode, status, list_credits, vendor_credits, error_code, start_key, deadline_at, created_at)
    values (${userId}, ${upload!.id}, 'a.png', 'o', ${service}, 'enhance', 'enhance/standard/standard-v2', 'auto', ${status},
      ${listCredits}, ${vendorCredits}, ${errorCode}, ${crypto.randomUUID()}, now(), ${createdAt})`)
}

/** Names of a table's columns. */
export const columnsOf = async (tx: Transaction, table: string): Promise<string[]> =>
  (
    await rowsOf<{ name: string }>(
      tx,
      sql`select column_name as name from information_schema.columns where table_schema = 'public' and table_name = ${table}`,
    )
  ).map(({ name }) => name)

/** SQLSTATE of a failing statement, undefined when it succeeds. */
export async function failureCode(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work
    return undefined
  } catch (error) {
    const { cause = error } = error as { cause?: unknown }
    return (cause as { code?: string }).code
  }
}
