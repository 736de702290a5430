// An email to the address that the buyer named. It is an extra: the order's page says the same, so a failure is only logged.
import { eq } from 'drizzle-orm'
import { emailHtml } from '#features/account/server/email/email-html.ts'
import { type InvoiceEmailKind, invoiceEmail } from '#rulebook/credits/invoice-texts.ts'
import { orderAddress } from '#rulebook/site/site-map.ts'
import type { OrderRow } from '../payment/order.store.ts'
import type { PaymentParts } from '../payment/payment-parts.ts'
import { amountText } from '../refund/decide-refund.ts'
import { paymentInvoices, paymentOrders } from '../tables.ts'
import { INVOICE_COLUMNS } from './invoice.store.ts'

export async function emailInvoice(parts: PaymentParts, id: string, kind: InvoiceEmailKind): Promise<void> {
  const { database, mailer, log, settings } = parts
  try {
    const [found] = await database.orm
      .select({ order: paymentOrders, invoice: INVOICE_COLUMNS })
      .from(paymentInvoices)
      .innerJoin(paymentOrders, eq(paymentOrders.id, paymentInvoices.orderId))
      .where(eq(paymentInvoices.id, id))
    if (!found) return
    const { order, invoice } = found
    const product = settings.productName
    const link = settings.publicOrigin + orderAddress(order.id)
    const { subject, text } = invoiceEmail(kind, {
      product,
      link,
      pack: order.packName,
      title: invoice.title,
      amount: amountText(order as OrderRow, invoice.amountMinor ?? 0),
      number: invoice.number ?? '',
      redNumber: invoice.redNumber ?? '',
      reason: invoice.decision ?? '',
    })
    await mailer.send({ to: invoice.email, subject, text, html: emailHtml({ product, subject, text, link }) })
  } catch (error) {
    log.warn({ invoiceId: id, err: error }, 'email about an invoice not sent')
  }
}
