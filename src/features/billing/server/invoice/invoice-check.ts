// What must be true of 发票 at any moment (decisions 0085, 0105).
import type { AuditCheck } from '#features/processing/server/audit/money-checks.ts'

export const INVOICE_CHECK: AuditCheck = {
  name: 'invoices',
  rule: 'every invoice is of an order that was paid in yuan, one at a time, and never for more than was paid',
  faults: `
    select format('invoice %s (%s): %s for order %s with %s %s, paid %s', i.id, i.state, i.amount_minor, o.id, o.amount_minor, o.currency,
                  coalesce(o.paid_at::text, 'never')) as statement
      from payment_invoices i join payment_orders o on o.id = i.order_id
     where i.state in ('issued', 'red') and (o.paid_at is null or o.currency <> 'CNY' or i.amount_minor > o.amount_minor)
    union all
    select format('order %s: %s invoices stand', order_id, count(*)) from payment_invoices
     where state in ('requested', 'issued') group by order_id having count(*) > 1`,
}
