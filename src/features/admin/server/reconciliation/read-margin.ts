// What runs on the outside provider brought in and cost, in credits of each side: failed ones, too, that the vendor was paid for.
import { sql } from 'drizzle-orm'
import type { Queryable } from '#platform/server/database/database.ts'
import { MARGIN_DAYS } from '#rulebook/admin/pool.ts'

export async function readMargin(db: Queryable) {
  const { rows } = await db.execute<{ runs: number; vendorCredits: number; creditsConsumed: number }>(sql`
    select count(*)::int as runs, coalesce(sum(vendor_credits), 0)::float8 as "vendorCredits",
           coalesce(sum(credits_consumed), 0)::float8 as "creditsConsumed"
      from runs_ever
     where vendor_credits > 0 and created_at > now() - make_interval(days => ${MARGIN_DAYS})`)
  return rows[0]!
}
