// What Paddle's entities say (payment contracts §3.2, §3.4, §3.5): only the fields that we use, everything else is let pass. Amounts are strings of
// digits in the smallest unit.
import { z } from 'zod'
import type { ReceivedMoney } from '#rulebook/credits/orders.ts'

const cents = z
  .string()
  .regex(/^(0|[1-9]\d{0,9})$/)
  .transform(Number)

const totals = z.object({ subtotal: cents, discount: cents, tax: cents, total: cents, grand_total: cents })

export const transaction = z.object({
  id: z.string().regex(/^txn_\w{1,64}$/),
  status: z.string(),
  /** `api`: made with our key. Anybody can make one in a browser, with any price and texts. */
  origin: z.string(),
  currency_code: z.string().regex(/^[A-Z]{3}$/),
  custom_data: z.object({ order: z.string().optional() }).nullish(),
  details: z.object({
    totals: totals.extend({ fee: cents.nullish(), earnings: z.string().nullish() }),
    line_items: z.array(z.object({ id: z.string() })).optional(),
  }),
  checkout: z.object({ url: z.string().nullish() }).nullish(),
})
export type PaddleTransaction = z.infer<typeof transaction>

export const adjustment = z.object({
  id: z.string(),
  action: z.string(),
  transaction_id: z.string(),
  status: z.string(),
  reason: z.string(),
  totals: z.object({ subtotal: cents, total: cents }),
})
export type Adjustment = z.infer<typeof adjustment>

export const event = z.object({
  event_id: z.string().min(1).max(64),
  event_type: z.string(),
  data: z.unknown(),
})

export const isPaid = ({ status }: PaddleTransaction): boolean => status === 'paid' || status === 'completed'

/** The price without tax, which differs by country and is Paddle's own matter; in whatever currency came (decision 0247). */
export const priceOf = ({ currency_code: currency, details: { totals } }: PaddleTransaction): ReceivedMoney => ({
  currency,
  minor: Math.max(0, totals.subtotal - totals.discount),
})
