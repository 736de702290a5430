// A receipt by email once an order is paid. It is an extra: the order's page says the same, so a failure is only logged.
import { emailHtml } from '#features/account/server/email/email-html.ts'
import { findListedAccount } from '#features/account/server/profile/account-list.store.ts'
import { orderPageHolds, PROVIDER_LABELS, RECEIPT_EMAIL } from '#rulebook/credits/order-texts.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { lookUp } from '#rulebook/look-up.ts'
import { momentText } from '#rulebook/site/calendar.ts'
import { orderAddress } from '#rulebook/site/site-map.ts'
import { amountText } from '../refund/decide-refund.ts'
import { lockOrder, orderNumberOf } from './order.store.ts'
import type { PaymentParts } from './payment-parts.ts'
import { type ProviderReport, settleOrder } from './settle-order.ts'

/** Settles, and emails the buyer a receipt without making the provider wait for our mail server. */
export async function settleAndSendReceipt(parts: PaymentParts, report: ProviderReport): Promise<void> {
  if ((await settleOrder(parts, report)) === 'paid') void sendReceipt(parts, report.provider, report.orderNumber)
}

async function sendReceipt(parts: PaymentParts, provider: string, orderNumber: string): Promise<void> {
  const { database, mailer, log, settings, clock } = parts
  try {
    const order = await database.orm.transaction((tx) => lockOrder(tx, provider, orderNumber))
    const buyer = order && (await findListedAccount(database.orm, order.userId))
    if (!buyer) return
    const product = settings.productName
    const link = settings.publicOrigin + orderAddress(order.id)
    const data = {
      product,
      link,
      pack: order.packName,
      credits: order.credits,
      amount: amountText(order, order.amountMinor),
      provider: lookUp(PROVIDER_LABELS, order.provider) ?? order.provider,
      paidAt: momentText((order.paidAt ?? clock.now()).getTime(), settings.timeZone),
      number: orderNumberOf(order.id),
      where: orderPageHolds(order.provider),
    }
    const subject = fillText(RECEIPT_EMAIL.subject, data)
    const text = fillText(RECEIPT_EMAIL.text, data)
    await mailer.send({ to: buyer.email, subject, text, html: emailHtml({ product, subject, text, link }) })
  } catch (error) {
    log.warn({ orderNumber, err: error }, 'receipt not sent')
  }
}
