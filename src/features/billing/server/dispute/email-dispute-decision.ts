// An email to the buyer whose disputed payment was decided. It is an extra: the order's page says the same, so a failure is only logged.
import { emailHtml } from '#features/account/server/email/email-html.ts'
import { findListedAccount } from '#features/account/server/profile/account-list.store.ts'
import { type DisputeDecision, disputeEmail } from '#rulebook/credits/disputes.ts'
import { receivedText } from '#rulebook/credits/orders.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { orderAddress } from '#rulebook/site/site-map.ts'
import type { PaymentParts } from '../payment/payment-parts.ts'
import type { Settled } from './decide-dispute.ts'

export async function emailDisputeDecision(
  parts: PaymentParts,
  { problem, userId, order, amount }: Settled,
  decision: DisputeDecision,
) {
  // All of it went back before, in parts that were told then.
  if (!userId || !order || amount.minor <= 0) return
  // What the bank gave back to us is none of the buyer's money.
  if (problem === 'paid-after-refund' && decision === 'stands') return
  const { database, mailer, log, settings } = parts
  try {
    const buyer = await findListedAccount(database.orm, userId)
    if (!buyer) return
    const product = settings.productName
    const link = settings.publicOrigin + orderAddress(order.id)
    const data = { product, link, pack: order.packName, amount: receivedText(amount) }
    const message = disputeEmail(problem, decision)
    const subject = fillText(message.subject, data)
    const text = fillText(message.text, data)
    await mailer.send({ to: buyer.email, subject, text, html: emailHtml({ product, subject, text, link }) })
  } catch (error) {
    log.warn({ orderId: order.id, err: error }, 'email about a looked-at payment not sent')
  }
}
