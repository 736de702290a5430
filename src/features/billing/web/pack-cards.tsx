// The credit packs as cards, for landing and billing page (document 2 §2, §9; C-09, C-47). What buying does is the page's matter. A price
// that the operator configured stands in the place of the documented one; the server fills it into finished pages (rulebook/pack-prices.ts).
import { Badge, Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { CREDIT_TEXTS } from '#rulebook/credits/credits.ts'
import { documentedPrice, type PackPrice, perCreditText, priceText, savingText } from '#rulebook/credits/pack-prices.ts'
import { CREDIT_PACKS, type CreditPack, PACK_TEXTS } from '#rulebook/credits/packs.ts'
import { PURCHASE_WISH_TEXTS } from '#rulebook/credits/purchase-wish-texts.ts'
import { fillText } from '#rulebook/fill-text.ts'
import classes from './pack-cards.module.css'
import type { ProviderChoiceParts } from './provider-choice.tsx'
import { useOffers } from './use-billing.ts'

export interface PackCardsParts {
  readonly onBuy: (pack: CreditPack) => void
  /** The pack to which a visitor returned after signing in (C-47). */
  readonly chosenId?: string
  /** The pack whose checkout is being opened. */
  readonly busyId?: string
  /** What the buyer is asked before it is. */
  readonly choice?: ProviderChoiceParts
  /** What stands here while nothing can be bought, for who is signed in; absent for a visitor, whom a press leads to the login. */
  readonly closedMessage?: string
}

const PurchaseWish = lazy(async () => ({ default: (await import('./wish/purchase-wish.tsx')).PurchaseWish }))
const ProviderChoice = lazy(async () => ({ default: (await import('./provider-choice.tsx')).ProviderChoice }))

export function PackCards({ onBuy, chosenId, busyId, choice, closedMessage }: PackCardsParts) {
  const offers = useOffers().data
  const prices = offers?.prices ?? []
  const isClosed = offers?.providers.length === 0
  return (
    <div className={classes.place}>
      <ul className={classes.cards}>
        {CREDIT_PACKS.map((pack) => (
          <li key={pack.id} className={classes.card} data-popular={pack.popular} data-chosen={pack.id === chosenId}>
            <PackCard
              pack={pack}
              price={documentedPrice(pack, prices)}
              isBusy={pack.id === busyId}
              sale={saleOf(isClosed, closedMessage !== undefined)}
              onBuy={() => onBuy(pack)}
            />
          </li>
        ))}
      </ul>
      {isClosed && closedMessage && (
        <Suspense>
          <PurchaseWish message={closedMessage} />
        </Suspense>
      )}
      {choice && (
        <Suspense>
          <ProviderChoice {...choice} />
        </Suspense>
      )}
    </div>
  )
}

const SALE_LABELS = {
  open: PACK_TEXTS.buy,
  soon: PURCHASE_WISH_TEXTS.soon,
  'soon-for-visitor': PURCHASE_WISH_TEXTS.ask,
} as const
type Sale = keyof typeof SALE_LABELS
const saleOf = (isClosed: boolean, isSignedIn: boolean): Sale => {
  if (!isClosed) return 'open'
  return isSignedIn ? 'soon' : 'soon-for-visitor'
}

interface PackCardParts {
  readonly pack: CreditPack
  readonly price: PackPrice
  readonly isBusy: boolean
  readonly sale: Sale
  readonly onBuy: () => void
}

function PackCard({ pack, price, isBusy, sale, onBuy }: PackCardParts) {
  return (
    <>
      <h3 className={classes.name}>
        {pack.name}
        {pack.popular && (
          <Badge variant="filled" size="sm" tt="none">
            {PACK_TEXTS.popular}
          </Badge>
        )}
      </h3>
      <p className={classes.description}>{pack.description}</p>
      <p className={classes.price}>
        <span data-pack-price={pack.id} suppressHydrationWarning>
          {priceText(price)}
        </span>
        <span className={classes.credits}>{fillText(CREDIT_TEXTS.credits, { credits: pack.credits })}</span>
      </p>
      <p className={classes.perCredit}>
        <span data-pack-rate={pack.id} suppressHydrationWarning>
          {perCreditText(price) + savingText(price)}
        </span>
      </p>
      <ul className={classes.features}>
        {pack.features.map((feature) => (
          <li key={feature}>
            <IconCheck size={16} aria-hidden="true" />
            {feature}
          </li>
        ))}
      </ul>
      <Button
        fullWidth
        variant={pack.popular ? 'filled' : 'light'}
        onClick={onBuy}
        loading={isBusy}
        disabled={sale === 'soon'}
        aria-label={`${SALE_LABELS[sale]}：${pack.name}`}
      >
        {SALE_LABELS[sale]}
      </Button>
    </>
  )
}
