// Whether the pool's figure is what was entered, purchase by purchase (decision 0106).
import type { AuditCheck } from '#features/processing/server/audit/money-checks.ts'

export const POOL_CHECK: AuditCheck = {
  name: 'pool',
  rule: 'what was bought for the pool is the sum of its purchases',
  faults: `
    select format('pool: %s bought, purchases say %s', total_purchased, entered.credits) as statement
      from (select total_purchased from api_credit_pool order by last_updated desc limit 1) newest,
           (select coalesce(sum(credits), 0) as credits from pool_purchases) entered
     where total_purchased <> entered.credits`,
}
