// What must be true of paid orders at any moment (decision 0085). Entries of an account that was merged into another ended with it, so orders that it
// brought along are not asked for theirs.
import type { AuditCheck } from '#features/processing/server/audit/money-checks.ts'

export const PURCHASE_CHECK: AuditCheck = {
  name: 'purchases',
  rule: 'every purchase is of a paid order, which gave its credits once for money that was recorded',
  faults: `
    select format('entry %s: %s credits bought, %s', e.id, e.amount,
                  coalesce(format('order %s gives %s and is %s', o.id, o.credits, o.status), 'there is no such order')) as statement
      from usage_logs e left join payment_orders o on o.id::text = e.reference
     where e.kind = 'purchase' and (o.id is null or o.paid_at is null or o.credits <> e.amount)
    union all
    select format('order %s: paid, but its credits did not come', o.id)
      from payment_orders o join user_profiles p on p.id = o.user_id
     where o.paid_at is not null
       and not exists (select from usage_logs e where e.kind = 'purchase' and e.reference = o.id::text and e.user_id = o.user_id)
       and not exists (select from account_merge_history m where m.primary_user_id = o.user_id)
    union all
    select format('order %s: paid %s %s, but no such payment was recorded', o.id, o.amount_minor, o.currency)
      from payment_orders o
     where o.paid_at is not null and not exists (select from payment_captures c where c.order_id = o.id and c.state = 'granted'
       and c.amount_minor = o.amount_minor and c.currency = o.currency)`,
}
