// An operator enters the invoice that was written at the tax office, says why there is none, or writes it off, in the transaction that logs it.
import type { Transaction } from '#platform/server/database/database.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import {
  INVOICE_FILE_MAX_BYTES,
  type InvoiceState,
  invoiceFileType,
  isInvoiceNumber,
  tidyInvoiceNumber,
} from '#rulebook/credits/invoices.ts'
import {
  isNumberUsed,
  type LockedInvoice,
  leftMinorOf,
  lockInvoice,
  moveInvoice,
  readPaidBack,
} from './invoice.store.ts'

export interface WrittenInvoice {
  readonly id: string
  readonly number: string
  /** What the operator was shown and wrote the invoice for. */
  readonly seenMinor: number
  readonly fileBase64?: string
  readonly now: Date
}

export async function issueInvoice(tx: Transaction, written: WrittenInvoice): Promise<LockedInvoice> {
  const { id, seenMinor, fileBase64, now } = written
  const number = tidyInvoiceNumber(written.number)
  if (!isInvoiceNumber(number)) throw new ServiceError('invoice-number')
  const file = fileBase64 === undefined ? undefined : fileOf(fileBase64)
  const locked = await lockAs(tx, id, 'requested')
  // What is left of its money is known when a person has decided.
  if (locked.order.status === 'disputed') throw new ServiceError('invoice-disputed')
  const amountMinor = leftMinorOf(locked.order, await readPaidBack(tx, [locked.order.id]))
  if (amountMinor <= 0) throw new ServiceError('invoice-not-possible')
  if (amountMinor !== seenMinor) throw new ServiceError('invoice-stale')
  if (await isNumberUsed(tx, number)) throw new ServiceError('invoice-number-used')
  await moveInvoice(tx, locked.invoice, 'issued', { number, amountMinor, decidedAt: now, ...file })
  return locked
}

/** What a person downloads later: nothing but the two kinds that the tax office makes. */
function fileOf(base64: string) {
  const file = Buffer.from(base64, 'base64')
  const fileType = invoiceFileType(file)
  if (!fileType || file.length > INVOICE_FILE_MAX_BYTES) throw new ServiceError('invoice-file')
  return { file, fileType }
}

export async function refuseInvoice(
  tx: Transaction,
  { id, reason, now }: { readonly id: string; readonly reason: string; readonly now: Date },
): Promise<LockedInvoice> {
  const locked = await lockAs(tx, id, 'requested')
  await moveInvoice(tx, locked.invoice, 'refused', { decision: reason, decidedAt: now })
  return locked
}

/** After money went back: the number of the red invoice that writes this one off. An invoice for the rest of the order can be requested again. */
export async function reddenInvoice(
  tx: Transaction,
  { id, number, now }: { readonly id: string; readonly number: string; readonly now: Date },
): Promise<LockedInvoice> {
  const redNumber = tidyInvoiceNumber(number)
  if (!isInvoiceNumber(redNumber)) throw new ServiceError('invoice-number')
  const locked = await lockAs(tx, id, 'issued')
  await moveInvoice(tx, locked.invoice, 'red', { redNumber, redAt: now })
  return locked
}

async function lockAs(tx: Transaction, id: string, state: InvoiceState): Promise<LockedInvoice> {
  const locked = await lockInvoice(tx, id)
  if (!locked) throw new ServiceError('invoice-missing')
  if (locked.invoice.state !== state) throw new ServiceError('invoice-decided')
  return locked
}
