// Every order in the back office, found by its number, the provider's transaction or whose it is.
import { z } from 'zod'
import { adminProcedure } from '#platform/procedures.ts'
import { CURRENCIES, ORDER_STATES } from '#rulebook/credits/orders.ts'
import { storableText } from './storable-text.ts'

const moment = z.iso.datetime()

const listedOrder = z.object({
  id: z.uuid(),
  number: z.string(),
  userId: z.uuid(),
  /** Null: the account is gone. */
  userName: z.string().nullable(),
  provider: z.string(),
  packName: z.string(),
  credits: z.int(),
  currency: z.enum(CURRENCIES),
  minor: z.int(),
  status: z.enum(ORDER_STATES),
  problem: z.string().nullable(),
  /** The provider's; null while none came. */
  transactionId: z.string().nullable(),
  /** Went back of it, or is going back. */
  paidBackMinor: z.int(),
  createdAt: moment,
  paidAt: moment.nullable(),
})
export type ListedOrder = z.infer<typeof listedOrder>

export const ordersContract = {
  /** Newest first; pages count from 1. */
  list: adminProcedure
    .route({ method: 'GET', path: '/admin/orders' })
    .input(
      z.object({
        search: storableText.max(200).optional(),
        status: z.enum(ORDER_STATES).optional(),
        page: z.coerce.number().int().min(1).max(100_000).default(1),
      }),
    )
    .output(z.object({ orders: z.array(listedOrder), total: z.int() })),
}
