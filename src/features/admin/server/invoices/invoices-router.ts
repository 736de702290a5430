// The procedures around 发票: books of the tax office, so each entry wants a fresh proof of who makes it.
import type { AdminCalls } from '../admin-calls.ts'
import type { AdminParts } from '../admin-parts.ts'
import { requireFreshProof } from '../require-admin.ts'
import { issueInvoice, reddenInvoice, refuseInvoice } from './decide-invoices.ts'

export function createInvoicesRouter(parts: AdminParts, { invoices }: AdminCalls) {
  return invoices.router({
    list: invoices.list.handler(() => parts.invoices.list()),
    issue: invoices.issue.handler(async ({ input, context }) => {
      await requireFreshProof(parts, context)
      return issueInvoice(parts, context, input)
    }),
    refuse: invoices.refuse.handler(async ({ input, context }) => {
      await requireFreshProof(parts, context)
      return refuseInvoice(parts, context, input)
    }),
    redden: invoices.redden.handler(async ({ input, context }) => {
      await requireFreshProof(parts, context)
      return reddenInvoice(parts, context, input)
    }),
  })
}
