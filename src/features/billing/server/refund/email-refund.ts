// An email when a request was decided or has ended. It is an extra: the order's page says the same, so a failure is only logged.
import { emailHtml } from '#features/account/server/email/email-html.ts'
import { findListedAccount } from '#features/account/server/profile/account-list.store.ts'
import { type RefundEmailKind, refundEmail } from '#rulebook/credits/refund-texts.ts'
import type { RefundState } from '#rulebook/credits/refunds.ts'
import { orderAddress } from '#rulebook/site/site-map.ts'
import type { PaymentParts } from '../payment/payment-parts.ts'
import { amountText } from './decide-refund.ts'
import { type Locked, readRefund } from './refund.store.ts'

/** Other states send no email. */
const EMAILS: Readonly<Partial<Record<RefundState, RefundEmailKind>>> = {
  refunded: 'refunded',
  refused: 'refused',
  failed: 'failed',
}

export async function emailRefund(parts: PaymentParts, id: string): Promise<void> {
  const { database, mailer, log } = parts
  try {
    const found = await readRefund(database.orm, id)
    const kind = found && EMAILS[found.refund.state]
    if (!kind) return
    const buyer = await findListedAccount(database.orm, found.order.userId)
    if (buyer) await mailer.send(write(parts, found, kind, buyer.email))
  } catch (error) {
    log.warn({ refundId: id, err: error }, 'email about a refund not sent')
  }
}

function write({ settings }: PaymentParts, { order, refund }: Locked, kind: RefundEmailKind, to: string) {
  const product = settings.productName
  const link = settings.publicOrigin + orderAddress(order.id)
  const { subject, text } = refundEmail(kind, {
    product,
    link,
    pack: order.packName,
    credits: refund.credits ?? 0,
    amount: amountText(order, refund.amountMinor ?? 0),
    reason: refund.decision ?? '',
  })
  return { to, subject, text, html: emailHtml({ product, subject, text, link }) }
}
