// A press of "buy" (document 2 §2): an order at the price that the server knows, and where it is paid. Where that cannot be had just now, the
// order's own page asks for it again under the same number.
import { findAccount, lockAccount } from '#features/account/server/profile/account.store.ts'
import type { Database } from '#platform/server/database/database.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import {
  CHECKOUT_MINUTES,
  CURRENCY_OF,
  OPEN_ORDERS_MAX,
  ORDER_CHECK_SECONDS,
  type PaymentProviderName,
} from '#rulebook/credits/orders.ts'
import type { PackVersion } from '#rulebook/credits/pack-versions.ts'
import { CREDIT_PACKS, type CreditPack } from '#rulebook/credits/packs.ts'
import { safeRedirect } from '#rulebook/site/guard.ts'
import { orderAddress } from '#rulebook/site/site-map.ts'
import type { OwnCheckout } from '../../contract.ts'
import { priceIn, readPacks } from '../pack/pack.store.ts'
import { assertMayBuy, type Buyer, openCheckout } from './open-checkout.ts'
import { countOpenOrders, insertOrder, type OrderRow } from './order.store.ts'
import type { PaymentParts } from './payment-parts.ts'

export interface OrderRequest extends Buyer {
  readonly userId: string
  readonly packId: CreditPack['id']
  readonly provider: PaymentProviderName
  /** Version of the pack that was seen. */
  readonly version?: number | undefined
  readonly minor?: number | undefined
  readonly returnTo?: string | undefined
}

export interface NewOrder {
  readonly id: string
  readonly address: string
  readonly checkout?: OwnCheckout
}

/** Throws `suspended` or `banned` (U-14), `payment-off`, `pack-off`, `pack-changed`, `pack-no-price`, `too-many-orders`. */
export async function createOrder(parts: PaymentParts, request: OrderRequest): Promise<NewOrder> {
  const { database, clock, settings } = parts
  assertMayBuy(await findAccount(database.orm, request.userId))
  const provider = parts.providers.get(request.provider)
  const pack = await packOf(parts, request)
  if (!provider) throw new ServiceError('payment-off')
  const amount = priceIn(pack, CURRENCY_OF[provider.name])
  if (!amount) throw new ServiceError('pack-no-price')
  // `PACK_PRICES_CNY` changes at a restart, without a version.
  if (request.minor !== undefined && request.minor !== amount.minor) throw new ServiceError('pack-changed')
  const nowMs = clock.now().getTime()
  const order = await openOrder(database, {
    userId: request.userId,
    provider: provider.name,
    packId: pack.packId,
    packName: CREDIT_PACKS.find(({ id }) => id === pack.packId)!.name,
    packVersion: pack.version,
    credits: pack.credits + pack.bonus,
    amountMinor: amount.minor,
    currency: amount.currency,
    returnTo: request.returnTo ? safeRedirect(request.returnTo) : null,
    expiresAt: new Date(nowMs + CHECKOUT_MINUTES * 60_000),
    nextCheckAt: new Date(nowMs + ORDER_CHECK_SECONDS.first * 1000),
  })
  const checkout = await openCheckout(parts, order, request)
  const address = checkout?.kind === 'address' ? checkout.address : settings.publicOrigin + orderAddress(order.id)
  return { id: order.id, address, ...(checkout && { checkout }) }
}

/** Counted and written under the lock of the account: many presses at once open no more than there may be. The provider is asked after it. */
const openOrder = (database: Database, order: Parameters<typeof insertOrder>[1]): Promise<OrderRow> =>
  database.orm.transaction(async (tx) => {
    assertMayBuy(await lockAccount(tx, order.userId))
    if ((await countOpenOrders(tx, order.userId)) >= OPEN_ORDERS_MAX) throw new ServiceError('too-many-orders')
    return insertOrder(tx, order)
  })

/** As it is sold now; a buyer who saw another version of it is asked to look again. */
async function packOf(
  { database, settings }: PaymentParts,
  { packId, version }: Pick<OrderRequest, 'packId' | 'version'>,
): Promise<PackVersion> {
  const packs = await readPacks(database.orm, settings.payment.pricesFen)
  const pack = packs.find((known) => known.packId === packId)!
  if (!pack.isActive) throw new ServiceError('pack-off')
  if (version !== undefined && version !== pack.version) throw new ServiceError('pack-changed')
  return pack
}
