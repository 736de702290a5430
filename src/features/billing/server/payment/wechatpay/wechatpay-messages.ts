// What WeChat Pay's webhooks and transactions say (payment contracts §2.5, §2.8): only the fields that we use, everything else is let pass.
import { z } from 'zod'

const event = z.object({
  id: z.string().min(1).max(64),
  event_type: z.string(),
  resource: z.object({
    algorithm: z.string(),
    nonce: z.string(),
    associated_data: z.string().optional(),
    ciphertext: z.string(),
  }),
})

const transaction = z.object({
  appid: z.string(),
  mchid: z.string(),
  out_trade_no: z.string(),
  trade_state: z.string(),
  /** Absent while nothing was paid, as the two below. */
  transaction_id: z.string().optional(),
  trade_type: z.string().optional(),
  success_time: z.string().optional(),
  amount: z.object({ total: z.int().positive(), currency: z.literal('CNY') }).optional(),
})

const refund = z.object({
  out_refund_no: z.string(),
  out_trade_no: z.string(),
  status: z.enum(['PROCESSING', 'SUCCESS', 'CLOSED', 'ABNORMAL']),
  amount: z.object({ refund: z.int().positive() }),
})
const refundWebhook = z.object({ mchid: z.string(), out_refund_no: z.string() })
export type Transaction = z.infer<typeof transaction>

export const readEvent = (body: Uint8Array): z.infer<typeof event> | undefined =>
  event.safeParse(jsonOf(Buffer.from(body).toString('utf8'))).data
export const readRefund = (text: string): z.infer<typeof refund> | undefined => refund.safeParse(jsonOf(text)).data
export const readRefundWebhook = (text: string): z.infer<typeof refundWebhook> | undefined =>
  refundWebhook.safeParse(jsonOf(text)).data
export const readTransaction = (text: string): Transaction | undefined => transaction.safeParse(jsonOf(text)).data

/** Undefined for what is no JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
