// /profile/billing (document 2 §2; C-02, C-47, C-52, C-54, P-01 to P-04): the account's figures, the packs and the bills. While no
// payment provider is configured, buying only says that it is in development; so do invoices.
import { Alert, Badge, Skeleton, Tabs, Text, Title, VisuallyHidden } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { BILLING_AREA_TEXTS } from '#rulebook/account/profile-area-texts.ts'
import {
  accountLevel,
  availableCredits,
  BILLING_TEXTS,
  billingTypeLabel,
  isLowOnCredits,
  isNewcomer,
} from '#rulebook/credits/billing.ts'
import { ORDER_TEXTS, PROVIDER_LABELS } from '#rulebook/credits/order-texts.ts'
import { PACK_TEXTS, standardRuns } from '#rulebook/credits/packs.ts'
import { hasUnlimitedAi, restrictionOf } from '#rulebook/credits/tiers.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { PAGE_TITLES } from '#rulebook/site/page-titles.ts'
import { BillList } from './bill-list.tsx'
import classes from './billing-page.module.css'
import { RedeemCoupon } from './coupon/redeem-coupon.tsx'
import { OwnLedger } from './ledger/own-ledger.tsx'
import { OpenOrders } from './open-orders.tsx'
import { PackCards } from './pack-cards.tsx'
import { useOffers, useOwnUsage } from './use-billing.ts'
import { useBuy } from './use-buy.ts'

export interface BillingPageParts {
  readonly userType: string
  readonly status: string | null
  readonly credits: { readonly total: number; readonly used: number }
  readonly chosenPackId?: string
  /** The page that lacked credits, to go back to after the purchase. */
  readonly cameFrom?: string
}

export function BillingPage({ userType, status, credits, chosenPackId, cameFrom }: BillingPageParts) {
  const { buy, busyId, choice } = useBuy(PACK_TEXTS.billingInDevelopment, cameFrom)
  const providers = useOffers().data?.providers
  const isSelling = providers !== undefined && providers.length > 0
  const available = availableCredits(credits.total, credits.used)
  const isRestricted = restrictionOf({ userType, status }) !== undefined
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
        <Metric label={BILLING_AREA_TEXTS.available} value={available} strong />
        <Metric label={BILLING_AREA_TEXTS.used} value={credits.used} />
        <OwnRuns />
        <Metric label={BILLING_AREA_TEXTS.level} value={accountLevel(credits.used)} />
      </dl>
      {isLowOnCredits(available) && !hasUnlimitedAi({ userType, status }) && (
        <LowCredits available={available} used={credits.used} {...{ isSelling, isRestricted }} />
      )}
      <Tabs defaultValue="packs" keepMounted={false}>
        <Tabs.List mb="lg">
          <Tabs.Tab value="packs">{BILLING_TEXTS.packsTab}</Tabs.Tab>
          <Tabs.Tab value="bills">{BILLING_TEXTS.billsTab}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="packs">
          {/* The cards' names are headings of the third order, as on the landing page. */}
          <VisuallyHidden component="h2">{BILLING_TEXTS.packsTab}</VisuallyHidden>
          {isSelling && (
            <Text c="dimmed" mb="md">
              {ORDER_TEXTS.packsLead}
            </Text>
          )}
          <PackCards
            onBuy={buy}
            busyId={busyId}
            chosenId={chosenPackId}
            choice={choice}
            closedMessage={PACK_TEXTS.billingInDevelopment}
          />
        </Tabs.Panel>
        <Tabs.Panel value="bills">
          <OpenOrders />
          <BillList />
        </Tabs.Panel>
      </Tabs>
      <RedeemCoupon />
      <OwnLedger />
      <WhoIsPaid />
    </div>
  )
}

/** Who really takes the money; nobody is named while nothing can be bought (decisions 0121, 0146). */
function WhoIsPaid() {
  const providers = useOffers().data?.providers ?? []
  const own = providers.filter((provider) => provider !== 'paddle').map((provider) => PROVIDER_LABELS[provider])
  const sellers = [
    own.length > 0 && fillText(ORDER_TEXTS.paidBy, { provider: own.join('或') }),
    providers.includes('paddle') && ORDER_TEXTS.paidByPaddle,
  ].filter(Boolean)
  if (sellers.length === 0) return null
  return (
    <Text c="dimmed" size="sm">
      {sellers.join('')}
    </Text>
  )
}

/** Absent when they cannot be read: a wrong figure would be worse than none. */
function OwnRuns() {
  const { data, isError } = useOwnUsage()
  if (isError && !data) return null
  return (
    <>
      <Metric label={BILLING_AREA_TEXTS.monthlyRuns} value={data?.monthlyRuns} />
      <Metric label={BILLING_AREA_TEXTS.totalRuns} value={data?.totalRuns} />
    </>
  )
}

interface MetricProps {
  readonly label: string
  /** Undefined while it is read. */
  readonly value: number | string | undefined
  readonly strong?: boolean
}

function Metric({ label, value, strong }: MetricProps) {
  return (
    <div className={classes.figure} data-strong={strong}>
      <dt>{label}</dt>
      <dd>{value ?? <Skeleton height={34} width={48} mt={6} />}</dd>
    </div>
  )
}

interface LowCreditsProps {
  readonly available: number
  readonly used: number
  readonly isSelling: boolean
  /** May neither run nor buy: why stands above the page. */
  readonly isRestricted: boolean
}

/** Information without pressure; none for unlimited tiers (C-52). */
function LowCredits({ available, used, isSelling, isRestricted }: LowCreditsProps) {
  const isWelcome = !isRestricted && isNewcomer(used, available)
  const warning = isSelling && !isRestricted ? BILLING_TEXTS.lowCredits : BILLING_TEXTS.lowCreditsClosed
  return (
    <Alert variant="light" color={isWelcome ? 'jade' : 'orange'} icon={<IconInfoCircle aria-hidden="true" />}>
      {fillText(isWelcome ? BILLING_TEXTS.newcomer : warning, { n: available, runs: standardRuns(available) })}
    </Alert>
  )
}
