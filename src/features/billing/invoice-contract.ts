// 发票 as their buyer and as the back office see them (decision 0105).
import { z } from 'zod'
import { INVOICE_KINDS, INVOICE_STATES, INVOICE_TITLE_MAX_CHARACTERS } from '#rulebook/credits/invoices.ts'
import { CURRENCIES } from '#rulebook/credits/orders.ts'

const words = z.string().regex(/^[^\0]*$/)

/** What a person writes into the form. */
export const invoiceDetails = z.strictObject({
  kind: z.enum(INVOICE_KINDS),
  title: words.max(INVOICE_TITLE_MAX_CHARACTERS),
  taxNumber: words.max(40),
  email: words.max(254),
})

const facts = {
  id: z.uuid(),
  state: z.enum(INVOICE_STATES),
  kind: z.enum(INVOICE_KINDS),
  title: z.string(),
  taxNumber: z.string(),
  email: z.string(),
  /** Amount of the invoice; of a request, what it would be now. */
  minor: z.int(),
  number: z.string().nullable(),
  redNumber: z.string().nullable(),
  hasFile: z.boolean(),
  /** Why none was written. */
  decision: z.string().nullable(),
  askedAt: z.iso.datetime(),
}

export const ownInvoice = z.object(facts)
export type OwnInvoice = z.infer<typeof ownInvoice>

export const invoiceRequest = z.object({
  ...facts,
  userId: z.uuid(),
  /** Null: the account is gone. */
  userName: z.string().nullable(),
  orderNumber: z.string(),
  packName: z.string(),
  currency: z.enum(CURRENCIES),
  /** Went back since the invoice was written: it must be written off. */
  redMinor: z.int(),
})
export type InvoiceRequest = z.infer<typeof invoiceRequest>

/** A file as calls carry it. */
export const invoiceFile = z.object({ filename: z.string(), type: z.string(), base64: z.string() })
