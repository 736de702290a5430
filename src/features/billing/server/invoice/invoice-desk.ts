// What the back office may do about 发票. A decision shares the transaction of its log row; the buyer is notified after it.
import type { Transaction } from '#platform/server/database/database.ts'
import type { InvoiceEmailKind } from '#rulebook/credits/invoice-texts.ts'
import type { PaymentParts } from '../payment/payment-parts.ts'
import { issueInvoice, reddenInvoice, refuseInvoice, type WrittenInvoice } from './decide-invoice.ts'
import { emailInvoice } from './email-invoice.ts'
import { readInvoiceRequests } from './read-invoices.ts'

export type InvoiceDesk = ReturnType<typeof createInvoiceDesk>

export const createInvoiceDesk = (parts: PaymentParts) => ({
  list: () => readInvoiceRequests(parts.database.orm),
  issue: (tx: Transaction, written: Omit<WrittenInvoice, 'now'>) =>
    issueInvoice(tx, { ...written, now: parts.clock.now() }),
  refuse: (tx: Transaction, decision: { readonly id: string; readonly reason: string }) =>
    refuseInvoice(tx, { ...decision, now: parts.clock.now() }),
  redden: (tx: Transaction, decision: { readonly id: string; readonly number: string }) =>
    reddenInvoice(tx, { ...decision, now: parts.clock.now() }),
  email: (id: string, kind: InvoiceEmailKind) => emailInvoice(parts, id, kind),
})
