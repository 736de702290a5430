// The price on the start button. After the server has refused a start because its price is another one, the button shows
// the server's price until something changes (C-07): what is charged is always what was shown.
import type { Price } from '#rulebook/credits/credits.ts'

/** `error` is what refused the last start, if anything did. */
export function shownPrice(price: Price, error: unknown): Price {
  if (typeof error !== 'object' || error === null || !('code' in error) || error.code !== 'price-changed') return price
  const { credits } = ('data' in error ? error.data : {}) as { credits?: unknown }
  return typeof credits === 'number' ? { credits, listCredits: Math.max(credits, price.listCredits) } : price
}
