// /profile/billing (document 2 §2; C-02, C-47, C-52, C-54, P-01 to P-04): the account's figures, the packs and the bills. While no
// payment provider is configured, buying and invoices only say that they are in development.
import { Alert, Badge, Skeleton, Tabs, Text, Title, VisuallyHidden } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { notifyInfo } from '#platform/web/ui/notices.tsx'
import { BILLING_AREA_TEXTS } from '#rulebook/account/profile-area-texts.ts'
import { accountLevel, availableCredits, BILLING_TEXTS } from '#rulebook/credits/billing.ts'
import { CREDIT_TEXTS, isLowOnCredits } from '#rulebook/credits/credits.ts'
import { PACK_TEXTS } from '#rulebook/credits/packs.ts'
import { billingTypeLabel, hasUnlimitedAi } from '#rulebook/credits/tiers.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { PAGE_TITLES } from '#rulebook/site/page-titles.ts'
import { BillList } from './bill-list.tsx'
import classes from './billing-page.module.css'
import { PackCards } from './pack-cards.tsx'
import { useOwnUsage } from './use-billing.ts'

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
        <OwnRuns />
        <Figure label={BILLING_AREA_TEXTS.level} value={accountLevel(credits.used)} />
      </dl>
      {isLowOnCredits(available) && (
        <LowCredits available={available} isUnlimited={hasUnlimitedAi({ userType, status })} />
      )}
      <Tabs defaultValue="packs" keepMounted={false}>
        <Tabs.List mb="lg">
          <Tabs.Tab value="packs">{BILLING_TEXTS.packsTab}</Tabs.Tab>
          <Tabs.Tab value="bills">{BILLING_TEXTS.billsTab}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="packs">
          {/* The cards' names are headings of the third order, as on the landing page. */}
          <VisuallyHidden component="h2">{BILLING_TEXTS.packsTab}</VisuallyHidden>
          <Text c="dimmed" mb="md">
            {BILLING_AREA_TEXTS.packsLead}
          </Text>
          <PackCards onBuy={() => notifyInfo(PACK_TEXTS.billingInDevelopment)} chosenId={chosenPackId} />
        </Tabs.Panel>
        <Tabs.Panel value="bills">
          <BillList />
        </Tabs.Panel>
      </Tabs>
      <Text c="dimmed" size="sm">
        {BILLING_TEXTS.paymentProvider}
      </Text>
    </div>
  )
}

/** Absent when they cannot be read: a wrong figure would be worse than none. */
function OwnRuns() {
  const { data, isError } = useOwnUsage()
  if (isError && !data) return null
  return (
    <>
      <Figure label={BILLING_AREA_TEXTS.monthlyRuns} value={data?.monthlyRuns} />
      <Figure label={BILLING_AREA_TEXTS.totalRuns} value={data?.totalRuns} />
    </>
  )
}

interface FigureProps {
  readonly label: string
  /** Undefined while it is read. */
  readonly value: number | string | undefined
  readonly strong?: boolean
}

function Figure({ label, value, strong }: FigureProps) {
  return (
    <div className={classes.figure} data-strong={strong}>
      <dt>{label}</dt>
      <dd>{value ?? <Skeleton height={34} width={48} mt={6} />}</dd>
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
