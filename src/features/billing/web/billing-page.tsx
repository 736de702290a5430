// /profile/billing, first version: the balance of the profile and the packs; buying says that it is in development
// (document 2 §2; C-02, C-47, C-52, C-54). Bills, own figures and checkout come with the billing feature.
import { Alert, Badge, Text, Title } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { notifyInfo } from '#platform/web/notices.tsx'
import { accountLevel, availableCredits, BILLING_TEXTS } from '#rulebook/billing.ts'
import { CREDIT_TEXTS, LOW_CREDIT_THRESHOLD } from '#rulebook/credits.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { PACK_TEXTS } from '#rulebook/packs.ts'
import { PAGE_TITLES } from '#rulebook/page-titles.ts'
import { BILLING_AREA_TEXTS } from '#rulebook/profile-area-texts.ts'
import { billingTypeLabel, hasUnlimitedAi } from '#rulebook/tiers.ts'
import classes from './billing-page.module.css'
import { PackCards } from './pack-cards.tsx'

export interface BillingPageParts {
  readonly userType: string
  readonly status: string | null
  readonly credits: { readonly total: number; readonly used: number }
  readonly chosenPackId?: string
}

export function BillingPage({ userType, status, credits, chosenPackId }: BillingPageParts) {
  const available = availableCredits(credits.total, credits.used)
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <Title order={1} fz="h2">
          {PAGE_TITLES['profile-billing']}
        </Title>
        <Badge variant="light" size="lg" tt="none">
          {billingTypeLabel(userType)}
        </Badge>
      </div>
      <dl className={classes.figures}>
        <Figure label={BILLING_AREA_TEXTS.available} value={available} strong />
        <Figure label={BILLING_AREA_TEXTS.used} value={credits.used} />
        <Figure label={BILLING_AREA_TEXTS.total} value={credits.total} />
        <Figure label={BILLING_AREA_TEXTS.level} value={accountLevel(credits.used)} />
      </dl>
      {available <= LOW_CREDIT_THRESHOLD && (
        <LowCredits available={available} isUnlimited={hasUnlimitedAi({ userType, status })} />
      )}
      <section aria-labelledby="packs">
        <Title order={2} fz="h3" id="packs">
          {BILLING_TEXTS.packsTab}
        </Title>
        <Text c="dimmed" mb="md">
          {BILLING_AREA_TEXTS.packsLead}
        </Text>
        <PackCards onBuy={() => notifyInfo(PACK_TEXTS.billingInDevelopment)} chosenId={chosenPackId} />
      </section>
      <Text c="dimmed" size="sm">
        {BILLING_TEXTS.paymentProvider}
      </Text>
    </div>
  )
}

function Figure(props: { readonly label: string; readonly value: number | string; readonly strong?: boolean }) {
  return (
    <div className={classes.figure} data-strong={props.strong}>
      <dt>{props.label}</dt>
      <dd>{props.value}</dd>
    </div>
  )
}

/** Information, no pressure (C-52). */
function LowCredits({ available, isUnlimited }: { readonly available: number; readonly isUnlimited: boolean }) {
  const text = isUnlimited ? CREDIT_TEXTS.lowCreditsUnlimited : CREDIT_TEXTS.lowCredits
  return (
    <Alert variant="light" color="orange" icon={<IconInfoCircle aria-hidden="true" />}>
      {fillText(text, { n: available })}
    </Alert>
  )
}
