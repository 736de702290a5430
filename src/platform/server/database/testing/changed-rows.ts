// Which rows an operation changes: for tests that all other rows stay as they are.
import { isDeepStrictEqual } from 'node:util'
import type { Database } from '../database.ts'

/** The operation's result, and the ids of the rows of these tables that it inserted or changed. */
export async function changedRows<Answer>(
  database: Database,
  tables: readonly string[],
  act: () => Promise<Answer>,
): Promise<{ answer: Answer; changed: string[] }> {
  const rows = tables.map((table) => `select id, to_jsonb(t) as row from ${table} t`).join(' union all ')
  const before = new Map((await readRows(database, rows)).map(({ id, row }) => [id, row]))
  const answer = await act()
  const after = await readRows(database, rows)
  return { answer, changed: after.filter(({ id, row }) => !isDeepStrictEqual(row, before.get(id))).map(({ id }) => id) }
}

const readRows = (database: Database, text: string) => database.query<{ id: string; row: unknown }>(text)
