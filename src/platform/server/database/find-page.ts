// A page of rows that an expensive condition finds, and how many there are: the tables are looked through once for both.
import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from './database.ts'

/** `found` selects `id` and `created_at`; newest first. */
export async function findPage(
  db: Queryable,
  found: SQL,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly total: number; readonly ids: readonly string[] }> {
  const { rows } = await db.execute<{ total: number; ids: string[] }>(sql`
    with found as materialized (${found})
    select (select count(*)::int from found) as total, (select coalesce(json_agg(id), '[]') from
      (select id from found order by created_at desc, id desc limit ${limit} offset ${offset}) as shown) as ids`)
  return rows[0]!
}
