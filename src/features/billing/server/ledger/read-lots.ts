// A person's credits by where they come from: the ledger's rows as steps of the rulebook's replay (decision 0226).
import { sql } from 'drizzle-orm'
import { SIGN_UP_REFERENCE } from '#features/credits/server/grant-sign-up-credits.ts'
import type { Queryable } from '#platform/server/database/database.ts'
import { type LedgerStep, type Lot, type LotOrigin, lotsOfOldMerge, replayLots } from '#rulebook/credits/lots.ts'

/** A campaign that a person has redeemed, or an account that was merged into this one. */
export interface RedeemedCampaign {
  readonly entryId: string
  readonly batchId: string
  readonly credits: number
}
export interface LotOptions {
  /** Packs that were paid before are not distinguished from gifts. Absent: the whole ledger. */
  readonly since?: Date
  /** Absent: campaigns are gifts. */
  readonly campaigns?: readonly RedeemedCampaign[]
}

interface Row extends Record<string, unknown> {
  /** Null in the one row of a ledger without entries. */
  readonly id: string | null
  readonly kind: string
  readonly amount: number
  readonly reference: string | null
  readonly jobId: string | null
  readonly details: Record<string, unknown> | null
  readonly atMs: number
  /** Order of a refund. */
  readonly orderId: string | null
  readonly paidAtMs: number | null
  /** The balance before them all. */
  readonly earlier: number
}

/** In the order of spending; together the balance. */
export async function readLots(db: Queryable, userId: string, options: LotOptions = {}): Promise<readonly Lot[]> {
  const found = await readEntries(db, userId, options.since ?? new Date(0))
  const rows = found.filter(({ id }) => id !== null)
  const campaigns = new Map(options.campaigns?.map(({ entryId, batchId }) => [entryId, batchId]))
  const old = await readOldMerges(db, userId, rows, options.campaigns ?? [])
  const steps = rows.map((row) => stepOf(row, campaigns, old))
  return replayLots(steps, found[0]?.earlier ?? 0)
}

async function readEntries(db: Queryable, userId: string, since: Date): Promise<Row[]> {
  const from = sql`${since.toISOString()}::timestamptz`
  const { rows } = await db.execute<Row>(sql`
    select l.id, l.kind, l.amount, l.reference, l.job_id as "jobId", l.details, ${msOf('l.created_at')} as "atMs",
           o.id as "orderId", ${msOf('o.paid_at')} as "paidAtMs", e.earlier
      from (select coalesce(sum(amount), 0)::int as earlier from usage_logs where user_id = ${userId} and created_at < ${from}) e
      left join usage_logs l on l.user_id = ${userId} and l.created_at >= ${from} and l.kind <> 'capture'
      left join payment_refunds r on r.id = case when l.kind = 'refund' then split_part(l.reference, ':', 1)::uuid end
      left join payment_orders o on o.id = r.order_id
     order by l.created_at, l.id`)
  return rows
}

const msOf = (column: string) => sql.raw(`(extract(epoch from ${column}) * 1000)::float8`)
const ADJUST = 'adjust'

function stepOf(
  row: Row,
  campaigns: ReadonlyMap<string, string>,
  old: ReadonlyMap<string, readonly Lot[]>,
): LedgerStep {
  const { kind, amount, details } = row
  if (kind === 'merge') return { amount, lots: (details?.lots as Lot[] | undefined) ?? old.get(row.id!) ?? [] }
  const origin = originOf(row, campaigns)
  // Whatever an operator's hand took, an operator's hand may give again: a slip does not turn bought credits into gifts.
  const key = kind === 'adjust' ? ADJUST : kind === 'refund' ? row.reference?.split(':')[0] : row.jobId
  return { amount, ...(key && { key }), ...(origin && { origin }) }
}

function originOf({ id, kind, reference, orderId, paidAtMs, atMs }: Row, campaigns: ReadonlyMap<string, string>) {
  const campaign = campaigns.get(id!)
  if (kind === 'purchase') return { source: 'pack', id: reference ?? id!, paidAtMs: atMs } satisfies LotOrigin
  if (kind === 'refund' && orderId) return { source: 'pack', id: orderId, paidAtMs: paidAtMs ?? 0 } satisfies LotOrigin
  if (kind !== 'grant') return undefined
  if (reference === SIGN_UP_REFERENCE) return { source: 'sign-up' } satisfies LotOrigin
  return campaign === undefined ? undefined : ({ source: 'campaign', id: campaign } satisfies LotOrigin)
}

/** By its entry, what each merge brought that was written before merges named their lots. */
async function readOldMerges(
  db: Queryable,
  userId: string,
  rows: readonly Row[],
  campaigns: readonly RedeemedCampaign[],
): Promise<ReadonlyMap<string, readonly Lot[]>> {
  const merges = rows.filter(({ kind, details }) => kind === 'merge' && !details?.lots)
  const found = new Map<string, readonly Lot[]>()
  if (merges.length === 0) return found
  const named = rows.flatMap(({ details }) => (details?.lots as Lot[] | undefined) ?? [])
  const known = new Set([
    ...rows.map(({ kind, reference }) => (kind === 'purchase' ? reference : null)),
    ...named.map(({ id }) => id),
  ])
  const packs = (await readPaidPacks(db, userId)).filter(({ id }) => !known.has(id))
  const brought = campaigns
    .filter(({ entryId, batchId }) => !known.has(batchId) && !rows.some(({ id }) => id === entryId))
    .map(({ batchId: id, credits }) => ({ id, credits }))
  for (const { id, amount, atMs, details } of merges) {
    const own = packs.filter((pack) => pack.paidAtMs < atMs && !known.has(pack.id))
    for (const pack of own) known.add(pack.id)
    const { total = amount, free = 0 } = details as { total?: number; free?: number }
    found.set(id!, lotsOfOldMerge({ remaining: amount, total, free }, own, brought))
  }
  return found
}

/** Newest first, each with what no refund has taken. */
async function readPaidPacks(db: Queryable, userId: string) {
  const { rows } = await db.execute<{ id: string; credits: number; paidAtMs: number }>(sql`
    select o.id, ${msOf('o.paid_at')} as "paidAtMs", o.credits - coalesce((select sum(r.credits) from payment_refunds r
             where r.order_id = o.id and r.state in ('granted', 'refunded')), 0)::int as credits
      from payment_orders o where o.user_id = ${userId} and o.paid_at is not null
     order by o.paid_at desc, o.id desc`)
  return rows
}
