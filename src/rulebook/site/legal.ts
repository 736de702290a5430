// Facts of the legal pages (document 1 §2, §9; retention periods stand in retention.ts). The full texts are the site's (U-37).

export const LEGAL_LAST_UPDATED = '2025-08-12'
/** Since then the terms say when money comes back (decision 0084), which the documents' date does not know. */
export const REFUND_TERMS_SINCE = '2026-11-23'
/** Since then they know of yuan (decision 0209). */
export const PRICE_TERMS_SINCE = '2026-11-26'
/** Since then the privacy policy names sharing, and what a sign-in with WeChat brings (decisions 0091, 0115). */
export const PRIVACY_SINCE = '2026-11-24'
/** Since then both say more of what held before: returned credits, a visitor's free looks, the logs' days, what a browser stores. It asks nobody again (decision 0056). */
export const LEGAL_CLARIFIED = '2026-11-28'
/** Liability is capped at the fees of this many last months. */
export const LIABILITY_CAP_MONTHS = 12
export const CREDITS_NEVER_EXPIRE_TEXT = '积分永不过期'
export const CREDITS_NOT_REFUNDABLE_TEXT = '积分售出后不予退款'
export const PRICES_IN_USD_TEXT = '价格以美元计'
/** Behind it, so that it is true of a shop with yuan, with dollars and with both (decision 0209). */
export const PRICES_IN_CNY_TEXT = '标有人民币价格的积分包，用人民币付款时以该价格为准'
