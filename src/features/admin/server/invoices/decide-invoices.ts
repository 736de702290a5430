// A request for a 发票 is answered: decision and log row in one transaction, the buyer's email after it (decision 0105).
import type { LockedInvoice } from '#features/billing/server/invoice/invoice.store.ts'
import { orderNumberOf } from '#features/billing/server/payment/order.store.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import type { AdminContext } from '#platform/server/http/implement-contract.ts'
import type { AdminAction } from '#rulebook/admin/admin.ts'
import type { AdminParts } from '../admin-parts.ts'
import { demandReason } from '../demand-reason.ts'
import { writeActionLog } from '../write-action-log.ts'

type DecideParts = Pick<AdminParts, 'database' | 'invoices'>
interface Decision {
  readonly logId: string
}

export async function issueInvoice(
  { database, invoices }: DecideParts,
  context: AdminContext,
  written: { readonly id: string; readonly minor: number; readonly number: string; readonly fileBase64?: string },
): Promise<Decision> {
  const { id, minor: seenMinor, number, fileBase64 } = written
  const logId = await database.orm.transaction(async (tx) => {
    const locked = await invoices.issue(tx, { id, seenMinor, number, ...(fileBase64 && { fileBase64 }) })
    return noteDecision(tx, context, 'issue_invoice', locked, { invoice_number: number })
  })
  await invoices.email(id, 'issued')
  return { logId }
}

export async function refuseInvoice(
  { database, invoices }: DecideParts,
  context: AdminContext,
  { id, reason: written }: { readonly id: string; readonly reason: string },
): Promise<Decision> {
  const reason = demandReason(written)
  const logId = await database.orm.transaction(async (tx) =>
    noteDecision(tx, context, 'refuse_invoice', await invoices.refuse(tx, { id, reason }), { reason }),
  )
  await invoices.email(id, 'refused')
  return { logId }
}

export async function reddenInvoice(
  { database, invoices }: DecideParts,
  context: AdminContext,
  { id, number }: { readonly id: string; readonly number: string },
): Promise<Decision> {
  const logId = await database.orm.transaction(async (tx) =>
    noteDecision(tx, context, 'red_invoice', await invoices.redden(tx, { id, number }), { invoice_number: number }),
  )
  await invoices.email(id, 'red')
  return { logId }
}

const noteDecision = (
  tx: Transaction,
  context: AdminContext,
  action: AdminAction,
  { order, invoice }: LockedInvoice,
  more: Readonly<Record<string, string>>,
): Promise<string> =>
  writeActionLog(tx, context, {
    action,
    targetUserId: order.userId,
    details: { order_number: orderNumberOf(order.id), invoice_title: invoice.title, ...more },
  })
