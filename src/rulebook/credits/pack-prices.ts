// What a pack costs on screen: the documented price in dollars, or the one in yuan that the operator configured (document 2 §9; decision 0080;
// prices marked clearly). Finished pages are filled with it when they are served, so nobody reads a price that is not the one he pays.
import { fillText } from '../fill-text.ts'
import { type Money, moneyText } from './orders.ts'
import { CREDIT_PACKS, type CreditPack, PACK_TEXTS, usdText } from './packs.ts'

export interface PackPrice {
  readonly total: string
  readonly perCredit: string
  /** Percent against the smallest pack; 0: none is claimed. */
  readonly saving: number
}

export type OfferedPrice = Money & { readonly packId: CreditPack['id'] }

/** The configured price where there is one; the documented one otherwise. */
export function documentedPrice(pack: CreditPack, offered: readonly OfferedPrice[]): PackPrice {
  const price = offered.find(({ packId }) => packId === pack.id)
  // Dollars are the documented ones, with their stated rounding.
  if (!price || price.currency === 'USD')
    return { total: usdText(pack.price), perCredit: usdText(pack.pricePerCredit), saving: pack.discount }
  const minorPerCredit = price.minor / pack.credits
  return {
    total: moneyText(price),
    perCredit: moneyText({ currency: price.currency, minor: Math.round(minorPerCredit) }),
    saving: savingOf(minorPerCredit, offered),
  }
}

/** Rounded down: never more than is true. */
function savingOf(minorPerCredit: number, offered: readonly OfferedPrice[]): number {
  const smallest = CREDIT_PACKS[0]!
  const base = offered.find(({ packId }) => packId === smallest.id)
  return base ? Math.max(0, Math.floor(100 - (minorPerCredit / (base.minor / smallest.credits)) * 100)) : 0
}

export const priceText = ({ total }: PackPrice): string => total
export const perCreditText = ({ perCredit }: PackPrice): string => fillText(PACK_TEXTS.perCredit, { price: perCredit })
export const savingText = ({ saving }: PackPrice): string =>
  saving > 0 ? ` · ${fillText(PACK_TEXTS.discount, { n: saving })}` : ''

/** A finished page with the configured prices in the places of the documented ones. */
export const fillPackPrices = (html: string, offered: readonly OfferedPrice[]): string =>
  offered.length === 0
    ? html
    : html.replace(
        /(<span data-pack-(price|rate)="(\w+)"[^>]*>)[^<]*/g,
        (whole, opening: string, place: string, id: string) => {
          const pack = CREDIT_PACKS.find((known) => known.id === id)
          if (!pack) return whole
          const price = documentedPrice(pack, offered)
          return opening + (place === 'price' ? priceText(price) : perCreditText(price) + savingText(price))
        },
      )
