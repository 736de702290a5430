// The books of money, compared: for the end of every test that buys.
import { expect } from 'vitest'
import type { Database } from '#platform/server/database/database.ts'

/**
 * Entries = balances, one purchase, one bill and one granted capture for each paid order, one bill more for each refund, and the provider's
 * money is ours.
 */
export async function expectBooksToAgree(database: Database): Promise<void> {
  const [books] = await database.query<Record<string, number>>(`select
    (select count(*)::int from user_profiles p where credits_remaining <>
      (select coalesce(sum(amount), 0) from usage_logs where user_id = p.id)) as wrong_balances,
    (select count(*)::int from payment_orders where paid_at is not null) as paid,
    (select count(*)::int from usage_logs where kind = 'purchase') as purchases,
    (select count(*)::int from billing_history where amount > 0) as bills,
    (select count(*)::int from billing_history where provider_reference like '%:refund:%') as refund_bills,
    (select count(*)::int from payment_refunds where state = 'refunded') as refunded,
    (select count(*)::int from payment_captures where state = 'granted') as granted,
    (select count(*)::int from payment_captures c join payment_orders o on o.id = c.order_id
      where state = 'granted' and (c.amount_minor <> o.amount_minor or c.currency <> o.currency)) as wrong_amounts`)
  const { paid, refunded } = books!
  const ofPaid = { purchases: paid, bills: paid, granted: paid }
  expect(books).toEqual({ wrong_balances: 0, wrong_amounts: 0, paid, ...ofPaid, refunded, refund_bills: refunded })
}
