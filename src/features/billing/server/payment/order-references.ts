// Names of orders at a provider that makes its own (decision 0101). One name belongs to one order; an order keeps the first name that it was given, and is
// known by the transaction that paid it.
import { and, eq, isNull } from 'drizzle-orm'
import type { Queryable } from '#platform/server/database/database.ts'
import type { PaymentProviderName } from '#rulebook/credits/orders.ts'
import { paymentCaptures, paymentOrders } from '../tables.ts'
import { orderIdOf, orderNumberOf } from './order.store.ts'

export interface OrderReferences {
  of(orderNumber: string): Promise<string | undefined>
  orderOf(reference: string): Promise<string | undefined>
  /** Returns the name that stands: another one where somebody was faster. */
  keep(orderNumber: string, reference: string): Promise<string>
}

/** For orders that are in no database, such as a rehearsal's. */
export function createMemoryReferences(): OrderReferences {
  const known = new Map<string, string>()
  return {
    of: async (orderNumber) => known.get(orderNumber),
    orderOf: async (reference) => [...known].find(([, name]) => name === reference)?.[0],
    keep: async (orderNumber, reference) => {
      if (!known.has(orderNumber)) known.set(orderNumber, reference)
      return known.get(orderNumber)!
    },
  }
}

/** For who asks about the account and no order. */
export const NO_REFERENCES: OrderReferences = {
  of: async () => undefined,
  orderOf: async () => undefined,
  keep: async (_orderNumber, reference) => reference,
}

export function createOrderReferences(db: Queryable, provider: PaymentProviderName): OrderReferences {
  const isOurs = (orderNumber: string) =>
    and(eq(paymentOrders.id, orderIdOf(orderNumber) ?? NOBODY), eq(paymentOrders.provider, provider))
  const references: OrderReferences = {
    async of(orderNumber) {
      const [row] = await db
        .select({ kept: paymentOrders.providerReference, paid: paymentCaptures.transactionId })
        .from(paymentOrders)
        .leftJoin(
          paymentCaptures,
          and(eq(paymentCaptures.orderId, paymentOrders.id), eq(paymentCaptures.state, 'granted')),
        )
        .where(isOurs(orderNumber))
      return row?.paid ?? row?.kept ?? undefined
    },
    async orderOf(reference) {
      const [kept] = await db
        .select({ id: paymentOrders.id })
        .from(paymentOrders)
        .where(and(eq(paymentOrders.provider, provider), eq(paymentOrders.providerReference, reference)))
      if (kept) return orderNumberOf(kept.id)
      const [paid] = await db
        .select({ id: paymentCaptures.orderId })
        .from(paymentCaptures)
        .where(and(eq(paymentCaptures.provider, provider), eq(paymentCaptures.transactionId, reference)))
      return paid?.id ? orderNumberOf(paid.id) : undefined
    },
    async keep(orderNumber, reference) {
      await db
        .update(paymentOrders)
        .set({ providerReference: reference })
        .where(and(isOurs(orderNumber), isNull(paymentOrders.providerReference)))
      return (await references.of(orderNumber)) ?? reference
    },
  }
  return references
}

const NOBODY = '00000000-0000-0000-0000-000000000000'
