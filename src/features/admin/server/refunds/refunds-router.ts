// The procedures around requests for money back. Money leaves only with a fresh proof of who decides.
import type { AdminCalls } from '../admin-calls.ts'
import type { AdminParts } from '../admin-parts.ts'
import { grantRefund, refuseRefund } from './decide-refunds.ts'

export function createRefundsRouter(parts: AdminParts, { refunds }: AdminCalls) {
  return refunds.router({
    list: refunds.list.handler(() => parts.refunds.list()),
    grant: refunds.grant.handler(({ input, context }) => grantRefund(parts, context, input)),
    refuse: refunds.refuse.handler(({ input, context }) => refuseRefund(parts, context, input)),
  })
}
