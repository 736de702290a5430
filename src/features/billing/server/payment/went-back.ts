// All money that went back to buyers, for figures: by refunds, and by bills without one: a part at the provider's console (decision 0247), what a person
// called returned of a used pack, or after a refund in part (decision 0087).
import { type SQL, sql } from 'drizzle-orm'

const isBeside = (bill: SQL): SQL => sql`${bill}.amount < 0 and ${bill}.provider_reference not like '%:refund:%'`

/** Rows of `at`, `currency` and `minor`. */
export const WENT_BACK: SQL = sql`
  select r.ended_at as at, o.currency, r.amount_minor as minor
    from payment_refunds r join payment_orders o on o.id = r.order_id where r.state = 'refunded'
  union all select b.created_at, b.currency, (-b.amount * 100)::int from billing_history b where ${isBeside(sql`b`)}`

/** Money that went back of one order, `o` in the query around it: also what a granted refund is bringing back. */
export const BACK_OF_ORDER: SQL = sql`
  ((select coalesce(sum(r.amount_minor), 0) from payment_refunds r where r.order_id = o.id and r.state in ('granted', 'refunded'))
   + (select coalesce(sum(-b.amount * 100), 0) from billing_history b
       where b.user_id = o.user_id and ${isBeside(sql`b`)} and split_part(b.provider_reference, ':', 3) = replace(o.id::text, '-', '')))::int`
