// The procedures around 发票: books of the tax office, so each entry wants a fresh proof of who makes it (in the contract).
import type { AdminCalls } from '../admin-calls.ts'
import type { AdminParts } from '../admin-parts.ts'
import { issueInvoice, reddenInvoice, refuseInvoice } from './decide-invoices.ts'

export function createInvoicesRouter(parts: AdminParts, { invoices }: AdminCalls) {
  return invoices.router({
    list: invoices.list.handler(() => parts.invoices.list()),
    issue: invoices.issue.handler(({ input, context }) => issueInvoice(parts, context, input)),
    refuse: invoices.refuse.handler(({ input, context }) => refuseInvoice(parts, context, input)),
    redden: invoices.redden.handler(({ input, context }) => reddenInvoice(parts, context, input)),
  })
}
