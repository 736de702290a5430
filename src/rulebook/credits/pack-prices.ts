// What a pack costs on screen: the documented price in dollars, or the one in yuan that the operator configured (document 2 §9; decisions 0080,
// 0150; prices marked clearly). Finished pages are filled with it when they are served, so the price shown is the price paid.
import { fillText } from '../fill-text.ts'
import { CREDIT_TEXTS } from './credits.ts'
import { type Money, moneyText } from './orders.ts'
import { type OfferedPack, offeredPacks } from './pack-versions.ts'
import { CREDIT_PACKS, type CreditPack, PACK_TEXTS, usdText } from './packs.ts'

export interface PackPrice {
  readonly total: string
  readonly perCredit: string
  /** Percent against the smallest pack; 0: none is claimed. */
  readonly saving: number
}

export type OfferedPrice = Money & { readonly packId: CreditPack['id'] }

/** What differs from the documents: prices that were configured, packs that were changed. */
export interface Offered {
  readonly prices: readonly OfferedPrice[]
  readonly changed: readonly OfferedPack[]
}

/** What can be bought: once anything can, a pack without a price in what the providers take is not offered. */
export const soldPacks = ({ prices, changed }: Offered): readonly CreditPack[] =>
  prices.length === 0
    ? offeredPacks(changed)
    : offeredPacks(changed).filter(({ id }) => prices.some(({ packId }) => packId === id))

/** The configured price where there is one; the one in dollars otherwise. `packs` are all that are offered. */
export function shownPrice(
  pack: CreditPack,
  prices: readonly OfferedPrice[],
  packs: readonly CreditPack[] = CREDIT_PACKS,
): PackPrice {
  const price = prices.find(({ packId }) => packId === pack.id)
  // Dollars are the documented ones, with their stated rounding.
  if (!price || price.currency === 'USD')
    return { total: usdText(pack.price), perCredit: usdText(pack.pricePerCredit), saving: pack.discount }
  const minorPerCredit = price.minor / pack.credits
  return {
    total: moneyText(price),
    perCredit: moneyText({ currency: price.currency, minor: Math.round(minorPerCredit) }),
    saving: savingOf(minorPerCredit, prices, packs[0]!),
  }
}

/** Rounded down: never more than is true. */
function savingOf(minorPerCredit: number, prices: readonly OfferedPrice[], smallest: CreditPack): number {
  const base = prices.find(({ packId }) => packId === smallest.id)
  return base ? Math.max(0, Math.floor(100 - (minorPerCredit / (base.minor / smallest.credits)) * 100)) : 0
}

export const priceText = ({ total }: PackPrice): string => total
export const perCreditText = ({ perCredit }: PackPrice): string => fillText(PACK_TEXTS.perCredit, { price: perCredit })
export const savingText = ({ saving }: PackPrice): string =>
  saving > 0 ? ` · ${fillText(PACK_TEXTS.discount, { n: saving })}` : ''
export const creditsText = ({ credits }: CreditPack): string => fillText(CREDIT_TEXTS.credits, { credits })

const PLACES = /(<span data-pack-(price|rate|credits|feature-(\d))="(\w+)"[^>]*>)[^<]*/g
const CARDS = /<li data-pack="(\w+)"/g

/** Whether a finished page shows packs. */
export const showsPacks = (html: string): boolean => html.includes('data-pack-price=')

/** A finished page with what is sold now in the places of what the documents state; a pack that is not offered is hidden. */
export function fillPacks(html: string, offered: Offered): string {
  const { prices, changed } = offered
  if (prices.length === 0 && changed.length === 0) return html
  const packs = soldPacks(offered)
  const packOf = (id: string) => packs.find((known) => known.id === id)
  return html
    .replace(CARDS, (whole: string, id: string) => (packOf(id) ? whole : `${whole} hidden=""`))
    .replace(PLACES, (whole: string, opening: string, place: string, feature: string | undefined, id: string) => {
      const pack = packOf(id)
      if (!pack) return whole
      if (place === 'credits') return opening + creditsText(pack)
      if (feature) return opening + pack.features[Number(feature)]!
      const price = shownPrice(pack, prices, packs)
      return opening + (place === 'price' ? priceText(price) : perCreditText(price) + savingText(price))
    })
}
