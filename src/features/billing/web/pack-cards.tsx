// The credit packs as cards, for landing and billing page (document 2 §2, §9; C-09, C-47). What buying does is the page's matter.
import { Badge, Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { CREDIT_TEXTS } from '#rulebook/credits/credits.ts'
import { CREDIT_PACKS, type CreditPack, PACK_TEXTS, usdText } from '#rulebook/credits/packs.ts'
import { fillText } from '#rulebook/fill-text.ts'
import classes from './pack-cards.module.css'

export interface PackCardsParts {
  readonly onBuy: (pack: CreditPack) => void
  /** The pack to which a visitor returned after signing in (C-47). */
  readonly chosenId?: string
}

export function PackCards({ onBuy, chosenId }: PackCardsParts) {
  return (
    <div className={classes.place}>
      <ul className={classes.cards}>
        {CREDIT_PACKS.map((pack) => (
          <li key={pack.id} className={classes.card} data-popular={pack.popular} data-chosen={pack.id === chosenId}>
            <PackCard pack={pack} onBuy={() => onBuy(pack)} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function PackCard({ pack, onBuy }: { readonly pack: CreditPack; readonly onBuy: () => void }) {
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
        {usdText(pack.price)}
        <span className={classes.credits}>{fillText(CREDIT_TEXTS.credits, { credits: pack.credits })}</span>
      </p>
      <p className={classes.perCredit}>
        {fillText(PACK_TEXTS.perCredit, { price: usdText(pack.pricePerCredit) })}
        {pack.discount > 0 && <span> · {fillText(PACK_TEXTS.discount, { n: pack.discount })}</span>}
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
        aria-label={`${PACK_TEXTS.buy}：${pack.name}`}
      >
        {PACK_TEXTS.buy}
      </Button>
    </>
  )
}
