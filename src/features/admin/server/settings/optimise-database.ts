// Database optimisation (document 2 §2, §5; P-15; decision 0018): fresh statistics, and the space of removed rows given free again, table
// by table of ours. The statement cannot run in a transaction, so its log row is written after it, with its outcome (C-40).
import type { Database } from '#platform/server/database/database.ts'
import type { AdminContext } from '#platform/server/http/implement-contract.ts'
import type { Optimisation } from '../../contract.ts'
import type { AdminParts } from '../admin-parts.ts'
import { writeActionLog } from '../write-action-log.ts'

/** Null where the operator has switched it off (DATABASE_OPTIMISATION). */
export async function optimiseDatabase(parts: AdminParts, context: AdminContext): Promise<Optimisation | null> {
  if (!parts.settings.databaseOptimisation) return null
  const log = (details: Readonly<Record<string, unknown>>) =>
    parts.database.orm.transaction((tx) => writeActionLog(tx, context, { action: 'optimise_database', details }))
  try {
    const done = await vacuum(parts)
    await log({ state: 'done', ...done })
    return done
  } catch (error) {
    await log({ state: 'failed', message: String(error) })
    throw error
  }
}

async function vacuum({ database, clock }: AdminParts): Promise<Optimisation> {
  const startedMs = clock.now().getTime()
  const sizeBeforeBytes = await databaseSize(database)
  const tables = await ownTables(database)
  // A table that another session works on in the same way is left out instead of being waited for.
  await database.query(`vacuum (analyze, skip_locked) ${tables.join(', ')}`)
  return {
    tables: tables.length,
    sizeBeforeBytes,
    sizeAfterBytes: await databaseSize(database),
    durationMs: clock.now().getTime() - startedMs,
  }
}

/** Quoted names, the queue's tables among them. */
async function ownTables(database: Database): Promise<string[]> {
  const rows = await database.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and c.relpersistence = 'p' and pg_get_userbyid(c.relowner) = current_user
        and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
      order by 1`,
  )
  return rows.map(({ name }) => name)
}

async function databaseSize(database: Database): Promise<number> {
  const [row] = await database.query<{ bytes: number }>(
    'select pg_database_size(current_database())::double precision as bytes',
  )
  return row!.bytes
}
