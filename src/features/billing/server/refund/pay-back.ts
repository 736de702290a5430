// The money of a granted refund: the provider is asked until it proves to have paid it back, or refuses for good. Always under the refund's own
// number, which the provider pays once; a process that dies in between leaves the rest to the job (decision 0084).
import type { Currency } from '#rulebook/credits/orders.ts'
import { ADMIN_REFUND_TEXTS, REFUND_TEXTS } from '#rulebook/credits/refund-texts.ts'
import { REFUND_CHECK_SECONDS } from '#rulebook/credits/refunds.ts'
import { type OrderRow, orderNumberOf } from '../payment/order.store.ts'
import type { PaymentParts } from '../payment/payment-parts.ts'
import { type PaymentProvider, PaymentUnknown, RefundRefused } from '../payment/payment-provider.ts'
import { emailRefund } from './email-refund.ts'
import { endRefunded, endRefused } from './end-refund.ts'
import { type GrantedRefund, isGranted, noteProblem, readRefund, takeDueRefunds } from './refund.store.ts'

const REFUNDS_AT_ONCE = 50

export async function payBackDueRefunds(parts: PaymentParts): Promise<void> {
  const now = parts.clock.now()
  const { first, longest } = REFUND_CHECK_SECONDS
  const nextCheck = (checks: number) => new Date(now.getTime() + Math.min(first * 2 ** (checks + 1), longest) * 1000)
  for (const id of await takeDueRefunds(parts.database.orm, now, nextCheck, REFUNDS_AT_ONCE))
    await tryToPayBack(parts, id)
}

/** False: something of ours failed, and the job tries again. One refund that breaks something must not leave the others unpaid. */
export async function tryToPayBack(parts: PaymentParts, id: string): Promise<boolean> {
  try {
    await payBack(parts, id)
    return true
  } catch (error) {
    parts.log.error({ refundId: id, err: error }, 'paying back failed, and is tried again')
    return false
  }
}

/** Nothing to do for a refund that is not granted, or ended before. Without a proven answer it stays granted; so it does while its provider is switched off. */
export async function payBack(parts: PaymentParts, id: string): Promise<void> {
  const found = await readRefund(parts.database.orm, id)
  if (!found || !isGranted(found.refund)) return
  const { order, refund } = found
  const provider = parts.providers.get(order.provider as PaymentProvider['name'])
  if (!provider) return noteSwitchedOff(parts, order, refund)
  try {
    await askOnce(parts, provider, order, refund)
  } catch (error) {
    if (!(error instanceof PaymentUnknown)) throw error
    await noteProblem(parts.database.orm, id, error.message)
    parts.log.warn(
      { provider: provider.name, refund: orderNumberOf(id), reason: error.message },
      'the provider gave no proven answer about a refund',
    )
  }
}

/** The job asks again once the provider is configured. The log says it once. */
async function noteSwitchedOff({ database, log }: PaymentParts, order: OrderRow, refund: GrantedRefund): Promise<void> {
  if (refund.problem === ADMIN_REFUND_TEXTS.switchedOff) return
  await noteProblem(database.orm, refund.id, ADMIN_REFUND_TEXTS.switchedOff)
  log.error(
    { provider: order.provider, refund: orderNumberOf(refund.id) },
    'a granted refund waits: its provider is not configured',
  )
}

async function askOnce(
  parts: PaymentParts,
  provider: PaymentProvider,
  order: OrderRow,
  refund: GrantedRefund,
): Promise<void> {
  const facts = { provider: provider.name, order: orderNumberOf(order.id), refund: orderNumberOf(refund.id) }
  try {
    if ((await answerOf(provider, order, refund)) === 'pending')
      return refund.problem ? noteProblem(parts.database.orm, refund.id, null) : undefined
  } catch (error) {
    if (!(error instanceof RefundRefused)) throw error
    const outcome = await provider.queryOrder(facts.order)
    if (!(await endRefused(parts, refund.id, error.message, outcome))) return
    parts.log.error({ ...facts, reason: error.message }, 'the provider refused a refund: look at it')
    return emailRefund(parts, refund.id)
  }
  if (!(await endRefunded(parts, refund.id))) return
  parts.log.info(facts, 'refund paid back')
  await emailRefund(parts, refund.id)
}

/** From the second try on the question comes first: only the answer to the first may have got lost. */
async function answerOf(provider: PaymentProvider, order: OrderRow, refund: GrantedRefund) {
  const currency = order.currency as Currency
  const wanted = {
    orderNumber: orderNumberOf(order.id),
    refundNumber: orderNumberOf(refund.id),
    amount: { currency, minor: refund.amountMinor },
    total: { currency, minor: order.amountMinor },
    reason: REFUND_TEXTS.providerReason,
  }
  const known = refund.checks > 0 ? await provider.queryRefund(wanted) : 'unknown-there'
  return known === 'unknown-there' ? provider.refund(wanted) : known
}
