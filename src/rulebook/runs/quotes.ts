// What people read of a run before it is started (decision 0066), and the price of our own engine in the place of a provider whose account is
// refused, where the operator allows it (`PROVIDER_FAILOVER`; decision 0067).
import type { Price } from '../credits/credits.ts'

const PRICE_PART = 0.5

export const FAILOVER_TEXTS = { reason: '由本站代为处理' } as const

/** It is not what was on offer, so it costs half, rounded up. */
export const failoverPrice = ({ credits, listCredits }: Price): Price => ({
  credits: Math.ceil(credits * PRICE_PART),
  listCredits,
  reason: FAILOVER_TEXTS.reason,
})

export const QUOTE_TEXTS = {
  size: '结果 {width} × {height} 像素',
  credits: '{credits} 积分',
  time: '预计 {time}',
} as const
