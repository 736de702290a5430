// Where an open order is paid. Everything that is sent to the provider is kept in its row, so that a second visit (another tab, a
// lost answer) leads to the same order there: a provider takes the same number with the same facts again and nothing else.
import { findAccount, type StoredAccount } from '#features/account/server/profile/account.store.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import { PACK_TEXTS } from '#rulebook/credits/packs.ts'
import { restrictionOf } from '#rulebook/credits/tiers.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { orderAddress } from '#rulebook/site/site-map.ts'
import type { OwnCheckout } from '../../contract.ts'
import { checkWatchedOrder } from './check-orders.job.ts'
import { type OrderRow, orderNumberOf, readOwnOrder } from './order.store.ts'
import type { PaymentParts } from './payment-parts.ts'
import { type Checkout, type PaymentProvider, PaymentUnknown } from './payment-provider.ts'

export type Buyer = Pick<Checkout, 'isPhone' | 'isInWechat' | 'clientAddress'>

/** Undefined when the provider gave none; the reason is in the log. */
export async function openCheckout(
  { providers, settings, clock, log }: PaymentParts,
  order: OrderRow,
  { isPhone, isInWechat, clientAddress }: Buyer,
): Promise<OwnCheckout | undefined> {
  const { id, packName, credits, currency, amountMinor: minor, expiresAt } = order
  const provider = providers.get(order.provider as PaymentProvider['name'])
  if (!provider) return undefined
  try {
    const way = await provider.createCheckout({
      orderNumber: orderNumberOf(id),
      title: fillText(PACK_TEXTS.checkoutTitle, { product: settings.productName, pack: packName, credits }),
      amount: { currency: currency as Checkout['amount']['currency'], minor },
      expiresAt,
      returnAddress: settings.publicOrigin + orderAddress(id),
      isPhone,
      isInWechat,
      payer: order.payerReference ?? undefined,
      clientAddress,
    })
    return { ...way, secondsLeft: Math.max(0, Math.floor((expiresAt.getTime() - clock.now().getTime()) / 1000)) }
  } catch (error) {
    if (!(error instanceof PaymentUnknown)) throw error
    log.error({ provider: provider.name, order: orderNumberOf(id), reason: error.message }, 'no checkout was opened')
    return undefined
  }
}

/** A suspended account buys nothing, nor goes on with what it began (U-14); what was paid is settled all the same. */
export function assertMayBuy(account: StoredAccount | undefined): void {
  if (!account) throw new ServiceError('user-missing')
  const restriction = restrictionOf(account)
  if (restriction) throw new ServiceError(restriction)
}

/** Asked for by the order's own page. Throws `suspended` or `banned`, `order-missing`, `order-paid`, `order-over`, `checkout-failed`. */
export async function reopenCheckout(
  parts: PaymentParts,
  { userId, id, ...buyer }: Buyer & { readonly userId: string; readonly id: string },
): Promise<OwnCheckout> {
  assertMayBuy(await findAccount(parts.database.orm, userId))
  const readPayable = async () => {
    const order = await readOwnOrder(parts.database, userId, id)
    if (!order) throw new ServiceError('order-missing')
    if (order.paidAt || order.status === 'disputed') throw new ServiceError('order-paid')
    if (order.status !== 'pending' || order.expiresAt <= parts.clock.now()) throw new ServiceError('order-over')
    return order
  }
  const order = await readPayable()
  const checkout = await openCheckout(parts, order, buyer)
  if (checkout) return checkout
  // A provider refuses to open what is paid, too, before its webhook has come.
  await checkWatchedOrder(parts, order)
  await readPayable()
  throw new ServiceError('checkout-failed')
}
