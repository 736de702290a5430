// The price on the start button. After the server has refused a start because its price is another one, the button shows
// the server's price until something changes (C-07): what is charged is always what was shown.
import { codeOf } from '#platform/web/http/code-of.ts'
import type { Price } from '#rulebook/credits/credits.ts'
import { type Account, hasUnlimitedAi } from '#rulebook/credits/tiers.ts'

/** `error` is what refused the last start, if anything did. */
export function shownPrice(price: Price, error: unknown): Price {
  const code = codeOf(error)
  if (code !== 'price-changed' && code !== ENGINE_INSTEAD) return price
  const { credits } = (error as { data?: { credits?: unknown } }).data ?? {}
  return typeof credits === 'number' ? { credits, listCredits: Math.max(credits, price.listCredits) } : price
}

const ENGINE_INSTEAD = 'engine-instead'

/** What a press of start agrees to: what it says is taken, and, after its offer, our own engine (decision 0067). */
export const agreedTo = ({ credits }: Price, error: unknown, account: Account) => ({
  shownCredits: hasUnlimitedAi(account) ? 0 : credits,
  ...(codeOf(error) === ENGINE_INSTEAD && { acceptsEngine: true }),
})
