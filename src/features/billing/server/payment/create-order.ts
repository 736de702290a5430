// A press of "buy" (document 2 §2): an order at the price that the server knows, and where it is paid. Where that cannot be had just now, the
// order's own page asks for it again under the same number.

import { ServiceError } from '#platform/server/http/service-error.ts'
import {
  CHECKOUT_MINUTES,
  CURRENCY_OF,
  type Currency,
  type Money,
  OPEN_ORDERS_MAX,
  ORDER_CHECK_SECONDS,
  type PaymentProviderName,
} from '#rulebook/credits/orders.ts'
import { CREDIT_PACKS, type CreditPack, usdCents } from '#rulebook/credits/packs.ts'
import { safeRedirect } from '#rulebook/site/guard.ts'
import { orderAddress } from '#rulebook/site/site-map.ts'
import type { OwnCheckout } from '../../contract.ts'
import { type Buyer, openCheckout } from './open-checkout.ts'
import { countOpenOrders, insertOrder } from './order.store.ts'
import type { PaymentParts } from './payment-parts.ts'

export interface OrderWish extends Buyer {
  readonly userId: string
  readonly packId: CreditPack['id']
  readonly provider: PaymentProviderName
  readonly returnTo?: string | undefined
}

export interface NewOrder {
  readonly id: string
  readonly address: string
  readonly checkout?: OwnCheckout
}

export async function createOrder(parts: PaymentParts, wish: OrderWish): Promise<NewOrder> {
  const { database, clock, settings } = parts
  const provider = parts.providers.get(wish.provider)
  const pack = CREDIT_PACKS.find(({ id }) => id === wish.packId)!
  const amount = provider && priceOf(parts, pack, CURRENCY_OF[provider.name])
  if (!provider || !amount) throw new ServiceError('payment-off')
  if ((await countOpenOrders(database.orm, wish.userId)) >= OPEN_ORDERS_MAX) throw new ServiceError('too-many-orders')
  const nowMs = clock.now().getTime()
  const expiresAt = new Date(nowMs + CHECKOUT_MINUTES * 60_000)
  const order = await insertOrder(database.orm, {
    userId: wish.userId,
    provider: provider.name,
    packId: pack.id,
    packName: pack.name,
    credits: pack.credits,
    amountMinor: amount.minor,
    currency: amount.currency,
    returnTo: wish.returnTo ? safeRedirect(wish.returnTo) : null,
    expiresAt,
    nextCheckAt: new Date(nowMs + ORDER_CHECK_SECONDS.first * 1000),
  })
  const checkout = await openCheckout(parts, order, wish)
  const address = checkout?.kind === 'address' ? checkout.address : settings.publicOrigin + orderAddress(order.id)
  return { id: order.id, address, ...(checkout && { checkout }) }
}

/** What a pack costs: the documented dollars, or the operator's yuan; undefined where it has no price in that currency. The browser is never asked. */
export function priceOf(
  { settings }: Pick<PaymentParts, 'settings'>,
  pack: CreditPack,
  currency: Currency,
): Money | undefined {
  const minor = currency === 'USD' ? usdCents(pack) : settings.payment.pricesFen?.[pack.id]
  return minor === undefined ? undefined : { currency, minor }
}
