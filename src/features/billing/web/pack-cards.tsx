// The credit packs as cards, for landing and billing page (document 2 §2, §9; C-09, C-47). What buying does is the page's matter. A price
// that the operator configured or changed replaces the documented one; the server fills it into finished pages (rulebook/credits/pack-prices.ts).
import { Badge, Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import {
  creditsText,
  type PackPrice,
  perCreditText,
  priceText,
  savingText,
  shownPrice,
  soldPacks,
} from '#rulebook/credits/pack-prices.ts'
import { type CreditPack, PACK_TEXTS } from '#rulebook/credits/packs.ts'
import { WAITLIST_TEXTS } from '#rulebook/credits/waitlist.ts'
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
  /** Shown while nothing can be bought, to signed-in users; absent for visitors, whose press leads to the login. */
  readonly closedMessage?: string
}

const NOTHING_CHANGED = { prices: [], changed: [], providers: undefined }

const JoinWaitlist = lazy(async () => ({ default: (await import('./waitlist/join-waitlist.tsx')).JoinWaitlist }))
const ProviderChoice = lazy(async () => ({ default: (await import('./provider-choice.tsx')).ProviderChoice }))

export function PackCards({ onBuy, chosenId, busyId, choice, closedMessage }: PackCardsParts) {
  const offers = useOffers()
  const { prices, changed, providers } = offers.data ?? NOTHING_CHANGED
  const packs = soldPacks({ prices, changed })
  const isClosed = providers?.length === 0
  return (
    <div className={classes.place}>
      <ul className={classes.cards}>
        {packs.map((pack) => (
          <li
            data-pack={pack.id}
            key={pack.id}
            className={classes.card}
            data-popular={pack.popular}
            data-chosen={pack.id === chosenId}
            suppressHydrationWarning
          >
            <PackCard
              pack={pack}
              price={shownPrice(pack, prices, packs)}
              isBusy={pack.id === busyId}
              sale={saleOf(isClosed, closedMessage !== undefined)}
              isAsked={offers.isPending && closedMessage !== undefined}
              onBuy={() => onBuy(pack)}
            />
          </li>
        ))}
      </ul>
      {isClosed && closedMessage && (
        <Suspense>
          <JoinWaitlist message={closedMessage} />
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
  soon: WAITLIST_TEXTS.soon,
  'soon-for-visitor': WAITLIST_TEXTS.ask,
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
  /** Whether it is sold is not known yet: no press that could disappoint. */
  readonly isAsked: boolean
  readonly onBuy: () => void
}

function PackCard({ pack, price, isBusy, sale, isAsked, onBuy }: PackCardParts) {
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
        <span data-pack-credits={pack.id} className={classes.credits} suppressHydrationWarning>
          {creditsText(pack)}
        </span>
      </p>
      <p className={classes.perCredit}>
        <span data-pack-rate={pack.id} suppressHydrationWarning>
          {perCreditText(price) + savingText(price)}
        </span>
      </p>
      <ul className={classes.features}>
        {pack.features.map((feature, index) => (
          <li key={feature}>
            <IconCheck size={16} aria-hidden="true" />
            <span {...{ [`data-pack-feature-${index}`]: pack.id }} suppressHydrationWarning>
              {feature}
            </span>
          </li>
        ))}
      </ul>
      <Button
        fullWidth
        variant={pack.popular ? 'filled' : 'light'}
        onClick={onBuy}
        loading={isBusy}
        disabled={sale === 'soon' || isAsked}
        aria-label={`${SALE_LABELS[sale]}：${pack.name}`}
      >
        {SALE_LABELS[sale]}
      </Button>
    </>
  )
}
