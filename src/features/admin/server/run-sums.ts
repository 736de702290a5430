// Sums over runs that the statistics and the exported tables state alike.
import { type SQL, sql } from 'drizzle-orm'

export const COMPLETED_RUNS: SQL = sql`count(*) filter (where status = 'completed')::int`
export const FAILED_RUNS: SQL = sql`count(*) filter (where status = 'failed' and error_code is distinct from 'processing-cancelled')::int`
/** At list prices; what was given back earned nothing. */
export const EARNED_CREDITS: SQL = sql`coalesce(sum(list_credits) filter (where status = 'completed' and returned_for is null), 0)::int`
export const VENDOR_CREDITS: SQL = sql`coalesce(sum(pool_credits(vendor_credits, ai_service, status, list_credits)), 0)`
/** An estimate, by the newest cost that was entered. */
export const VENDOR_COST_USD: SQL = sql`(${VENDOR_CREDITS}
  * coalesce((select cost_per_credit from api_credit_pool order by last_updated desc limit 1), 0))`
