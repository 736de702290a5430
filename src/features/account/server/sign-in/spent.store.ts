// What serves once, or is ended, goes from its table and is kept beside it under the request that spent it. A request that fails puts back what it
// spent itself, and nothing that another one spent or ended at the same moment (decision 0216). Rows are kept for minutes.
import { and, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import type { Database, Queryable, Transaction } from '#platform/server/database/database.ts'
import { currentRequest, restoreIfServiceFails } from '#platform/server/rate-limit/counted-tries.ts'
import { authSessions, authSpent, authUsers } from '../tables.ts'

const TABLES = { session: 'auth_sessions', verification: 'auth_verifications', twoFactor: 'auth_two_factors' } as const
export type SpentModel = keyof typeof TABLES
export const isSpentModel = (model: string): model is SpentModel => model in TABLES

const KEPT_MS = 60 * 60_000

/** The user of a verification, whoever its value names: links and challenges of an account, not the state of a way there and back. */
const NAMED_USER = sql`(select u.id from auth_users u where u.id = case
  when gone.value ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then gone.value::uuid end)`
const FACTS: Readonly<Record<SpentModel, { name: SQL; user: SQL }>> = {
  session: { name: sql`gone.token`, user: sql`gone.user_id` },
  verification: { name: sql`gone.identifier`, user: NAMED_USER },
  twoFactor: { name: sql`null`, user: sql`gone.user_id` },
}

const tableOf = (model: SpentModel): SQL => sql.raw(TABLES[model])
const keep = (model: SpentModel, spentBy: string, gone: SQL): SQL => sql`
  with gone as (${gone}) insert into auth_spent (spent_by, model, name, user_id, row)
  select ${spentBy}::uuid, ${model}, ${FACTS[model].name}, ${FACTS[model].user}, to_jsonb(gone) from gone
  returning row->>'id' as id`

/** Answers the ids of those that this request spent; the others were faster with the rest. */
export async function spend(db: Queryable, model: SpentModel, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const isGiven = sql`id in (${sql.join(
    ids.map((id) => sql`${id}::uuid`),
    sql`, `,
  )})`
  const gone = sql`delete from ${tableOf(model)} where ${isGiven} returning *`
  const { rows } = await db.execute<{ id: string }>(keep(model, currentRequest(), gone))
  return rows.map(({ id }) => id)
}

/** Beside the living session, which the library is going to end; of nothing where it has ended. */
export async function keepSession(tx: Transaction, id: string): Promise<void> {
  await tx.execute(keep('session', currentRequest(), sql`select * from auth_sessions where id = ${id}::uuid`))
}

/** Whoever signs out by this token is out, also where another request has just ended the session and may put it back, or has done so. */
export async function endByToken(database: Database, token: string): Promise<void> {
  const spentBy = currentRequest()
  const begunAt = new Date()
  restoreIfServiceFails(() => putBack(database, spentBy, begunAt))
  await database.orm.transaction(async (tx) => {
    const isIt = eq(authSessions.token, token)
    await lockUsers(tx, inArray(authUsers.id, tx.select({ id: authSessions.userId }).from(authSessions).where(isIt)))
    await lock(tx, [token])
    const found = await tx.select({ id: authSessions.id }).from(authSessions).where(isIt)
    await spend(
      tx,
      'session',
      found.map(({ id }) => id),
    )
    await tx.delete(authSpent).where(and(eq(authSpent.name, token), ne(authSpent.spentBy, currentRequest())))
  })
}

/** `end` removes ways in of this account: no other request puts them back afterwards, or no more than those that were `askedIn` this browser. */
export async function endForGood<Result>(
  db: Queryable,
  userId: string,
  end: (tx: Transaction) => Promise<Result>,
  askedIn?: string,
): Promise<Result> {
  return db.transaction(async (tx) => {
    await lockUsers(tx, eq(authUsers.id, userId))
    await lock(tx, [userId])
    const result = await end(tx)
    const isEnded = askedIn === undefined ? undefined : sql`${authSpent.row}->>'asked_in' = ${askedIn}`
    const isOthers = ne(authSpent.spentBy, currentRequest())
    await tx.delete(authSpent).where(and(eq(authSpent.userId, userId), isOthers, isEnded))
    return result
  })
}

/** What this request had spent and nobody ended since; but what it made itself (after `begunAt`) was for nobody yet. */
export async function putBack({ orm }: Database, spentBy: string, begunAt: Date): Promise<void> {
  const isOurs = eq(authSpent.spentBy, spentBy)
  await orm.transaction(async (tx) => {
    const { name, userId } = authSpent
    const found = await tx.select({ name, userId }).from(authSpent).where(isOurs)
    if (found.length === 0) return
    const owners = found.flatMap((one) => one.userId ?? [])
    await lockUsers(tx, inArray(authUsers.id, owners))
    await lock(
      tx,
      found.flatMap((one) => [one.name, one.userId].filter((key) => key !== null)),
    )
    for (const { model, row } of await tx.delete(authSpent).where(isOurs).returning())
      if (isSpentModel(model)) await insertAgain(tx, model, row as SpentRow, begunAt)
  })
}

/** Before the names, everywhere: what is put back or kept names this row, and whoever takes a way in away changes it. */
const lockUsers = (tx: Transaction, which: SQL): Promise<unknown> =>
  tx.select({ id: authUsers.id }).from(authUsers).where(which).orderBy(authUsers.id).for('update')

interface SpentRow {
  readonly user_id?: string
  readonly created_at?: string
  readonly verified?: boolean
}

async function insertAgain(tx: Transaction, model: SpentModel, row: SpentRow, begunAt: Date): Promise<void> {
  if (row.created_at && new Date(row.created_at) >= begunAt) return
  const table = tableOf(model)
  const { rows } = await tx.execute(sql`insert into ${table}
    select * from jsonb_populate_record(null::${table}, ${JSON.stringify(row)}::jsonb) on conflict do nothing returning id`)
  if (model !== 'twoFactor' || !row.verified || !row.user_id || rows.length === 0) return
  await tx.update(authUsers).set({ twoFactorEnabled: true }).where(eq(authUsers.id, row.user_id))
}

/** Always in one order, so that two never wait for each other. */
async function lock(tx: Transaction, keys: readonly string[]): Promise<void> {
  for (const key of [...new Set(keys)].sort())
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`spent:${key}`}, 0))`)
}

export async function removeOldSpent({ query }: Pick<Database, 'query'>, now: Date): Promise<void> {
  await query('delete from auth_spent where spent_at < $1', [new Date(now.getTime() - KEPT_MS)])
}
