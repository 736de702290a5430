// Requests for 发票 in the back office (decision 0105).

import { z } from 'zod'
import { byId } from '#platform/by-id.ts'
import { adminProcedure, provenAdminProcedure } from '#platform/procedures.ts'
import { EDIT_REASON_MAX_CHARACTERS } from '#rulebook/admin/admin.ts'
import { invoiceRequest } from '../billing/invoice-contract.ts'
import { storableText } from './storable-text.ts'

const decided = z.object({ logId: z.uuid() })
const number = z.string().max(40)

export const invoicesContract = {
  /** What waits first, the oldest before all; then the newest of those that are over. */
  list: adminProcedure.route({ method: 'GET', path: '/admin/invoices' }).output(z.array(invoiceRequest)),
  /** `minor` is the amount before the eyes. Throws the codes of INVOICE_ERRORS. */
  issue: provenAdminProcedure
    .route({ method: 'POST', path: '/admin/invoices/{id}/issue' })
    .input(byId.extend({ minor: z.int(), number, fileBase64: z.string().optional() }))
    .output(decided),
  /** The buyer reads the reason. */
  refuse: provenAdminProcedure
    .route({ method: 'POST', path: '/admin/invoices/{id}/refuse' })
    .input(byId.extend({ reason: storableText.max(EDIT_REASON_MAX_CHARACTERS) }))
    .output(decided),
  /** The red invoice that wrote it off. */
  redden: provenAdminProcedure
    .route({ method: 'POST', path: '/admin/invoices/{id}/red' })
    .input(byId.extend({ number }))
    .output(decided),
}
