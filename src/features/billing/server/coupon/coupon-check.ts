// What must be true of codes at any moment (decisions 0085, 0107).
import type { AuditCheck } from '#features/processing/server/audit/money-checks.ts'

export const COUPON_CHECK: AuditCheck = {
  name: 'coupons',
  rule: 'every redemption gave its credits once, and no code was used more often than it may be',
  faults: `
    select format('redemption %s: the ledger gave %s, the code gives %s', r.id, coalesce(e.amount::text, 'nothing'), b.credits) as statement
      from coupon_redemptions r join coupon_batches b on b.id = r.batch_id left join ledger_ever e on e.id = r.entry_id
     where e.amount is distinct from b.credits or e.kind is distinct from 'grant'
    union all
    select format('code %s: used %s times of %s, redeemed %s times', c.id, c.uses, b.uses_per_code, r.n)
      from coupon_codes c join coupon_batches b on b.id = c.batch_id,
           lateral (select count(*) as n from coupon_redemptions where code_id = c.id) r
     where c.uses > b.uses_per_code or c.uses <> r.n`,
}
