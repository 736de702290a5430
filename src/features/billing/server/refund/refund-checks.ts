// What must be true of refunds at any moment, as queries for what breaks it (decisions 0084, 0085). Entries are asked for where those of ended
// accounts stand, too.
import type { AuditCheck } from '#features/processing/server/audit/money-checks.ts'

const TOOK = `r.state in ('granted', 'refunded', 'failed')`

export const REFUND_CHECKS: readonly AuditCheck[] = [
  {
    name: 'refunds',
    rule: 'every refund is of a paid order, took its credits once, and never more than the pack had or cost',
    faults: `
      select format('refund %s (%s): %s credits for %s of order %s with %s credits for %s', r.id, r.state, r.credits, r.amount_minor,
                    o.id, o.credits, o.amount_minor) as statement
        from payment_refunds r join payment_orders o on o.id = r.order_id
       where ${TOOK} and (o.paid_at is null or r.credits > o.credits or r.amount_minor > o.amount_minor)
      union all
      select format('refund %s (%s): %s credits, the ledger took %s', r.id, r.state, r.credits, coalesce((-e.amount)::text, 'none'))
        from payment_refunds r left join ledger_ever e on e.id = r.taken_entry_id and e.kind = 'refund'
       where ${TOOK} and e.amount is distinct from -r.credits
      union all
      select format('refund %s: failed, %s credits to be returned, the ledger returned %s', r.id, r.credits, coalesce(e.amount::text, 'none'))
        from payment_refunds r left join ledger_ever e on e.id = r.returned_entry_id and e.kind = 'refund'
       where r.returned_entry_id is not null and (r.state <> 'failed' or e.amount is distinct from r.credits)
          or r.state = 'failed' and r.returned_entry_id is null and exists (select 1 from user_profiles p where p.id = r.user_id)
      union all
      select format('entry %s: credits of a refund that nobody knows', e.id) from ledger_ever e
       where e.kind = 'refund' and not exists (select 1 from payment_refunds r where e.id in (r.taken_entry_id, r.returned_entry_id))`,
  },
  {
    name: 'refund-bills',
    rule: 'every refund that is proven has one bill, and an order whose money all went back is not paid',
    faults: `
      select format('refund %s: %s paid back, the bill says %s', r.id, r.amount_minor, coalesce(b.amount::text, 'none')) as statement
        from payment_refunds r join payment_orders o on o.id = r.order_id
        left join billing_history b on b.provider_reference = o.provider || ':refund:' || replace(r.id::text, '-', '')
       where case when r.state = 'refunded' then b.amount is distinct from -r.amount_minor / 100.0 else b.id is not null end
      union all
      select format('order %s: all of its money went back, but it is %s', o.id, o.status)
        from payment_refunds r join payment_orders o on o.id = r.order_id
       where r.state = 'refunded' and r.amount_minor = o.amount_minor and o.status <> 'refunded'`,
  },
]
