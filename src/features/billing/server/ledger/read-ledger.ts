// A page of somebody's ledger with the balance after each entry. Captures are left out: they move nothing, and their hold is listed.
import { sql } from 'drizzle-orm'
import { type Database, inUserScope, type Queryable } from '#platform/server/database/database.ts'
import { LEDGER_PAGE_SIZE } from '#rulebook/credits/ledger-texts.ts'
import type { LedgerEntry, LedgerPage } from '../../ledger-contract.ts'

/** Through the row policies. Why an operator changed the balance is shown to operators only (document 2 §4). */
export async function readOwnLedgerPage(database: Database, userId: string, page: number): Promise<LedgerPage> {
  const { entries, total } = await inUserScope(database, userId, (tx) => readLedgerPage(tx, userId, page))
  return { entries: entries.map((entry) => (entry.kind === 'adjust' ? { ...entry, note: null } : entry)), total }
}

type EntryRow = Omit<LedgerEntry, 'at'> & { readonly at: Date | string; readonly total: number } & Record<
    string,
    unknown
  >

export async function readLedgerPage(db: Queryable, userId: string, page: number): Promise<LedgerPage> {
  const { rows } = await db.execute<EntryRow>(sql`
    with entries as (
      select id, job_id, kind, amount, details, created_at,
             (sum(amount) over (order by created_at, id))::int as balance
        from usage_logs where user_id = ${userId}),
    shown as (select * from entries where kind <> 'capture'),
    paged as (
      select * from shown order by created_at desc, id desc
       limit ${LEDGER_PAGE_SIZE} offset ${(page - 1) * LEDGER_PAGE_SIZE})
    select e.id, e.kind, e.amount, e.balance, e.created_at as at, coalesce(e.details ->> 'reason', e.details ->> 'packName') as note,
           case when h.id is not null then jsonb_build_object('id', h.id, 'processType', h.process_type, 'modelKey', h.model_key,
             'errorCode', h.error_code, 'isListed', h.deleted_at is null) end as run,
           (select count(*)::int from shown) as total
      from paged e left join processing_history h on h.id = e.job_id
     order by e.created_at desc, e.id desc`)
  return {
    entries: rows.map(({ total: _, at, ...entry }) => ({ ...entry, at: new Date(at).toISOString() })),
    total: rows[0]?.total ?? 0,
  }
}
