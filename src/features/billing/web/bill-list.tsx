// The second tab of /profile/billing (document 2 §2; U-26, P-02, P-03): own bills, and without any the documents' two rows, marked as samples.
import { ActionIcon, Badge, Skeleton, Stack, Text } from '@mantine/core'
import { IconDownload, IconReceipt } from '@tabler/icons-react'
import { Link } from 'react-router'
import { serviceDay } from '#platform/web/service-time.ts'
import { LoadFailed } from '#platform/web/ui/load-failed.tsx'
import { notifyInfo } from '#platform/web/ui/notices.tsx'
import { BILLING_TEXTS, billStatusLabel, SAMPLE_BILLS } from '#rulebook/credits/billing.ts'
import { BILLING_ERRORS } from '#rulebook/credits/billing-errors.ts'
import { INVOICE_TEXTS } from '#rulebook/credits/invoice-texts.ts'
import { moneyText } from '#rulebook/credits/orders.ts'
import { REFUND_TEXTS } from '#rulebook/credits/refund-texts.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { orderAddress } from '#rulebook/site/site-map.ts'
import type { OwnBill } from '../contract.ts'
import classes from './bill-list.module.css'
import { useBills, useOffers } from './use-billing.ts'

const STATUS_COLOURS: Readonly<Record<string, string>> = { paid: 'jade', pending: 'orange', failed: 'red' }

export function BillList() {
  const { data: bills, isError, isFetching, refetch } = useBills()
  const { data: offers } = useOffers()
  if (isError && !bills)
    return <LoadFailed text={BILLING_ERRORS['billing-load-failed']} query={{ isFetching, refetch }} />
  if (!bills) return <Skeleton height={144} radius="md" />
  if (bills.length === 0) return <NoBills hasSamples={offers?.providers.length === 0} />
  return (
    <ul className={classes.list}>
      {bills.map(({ id, date, ...bill }) => (
        <BillItem key={id} {...bill} day={serviceDay(date)} />
      ))}
    </ul>
  )
}

/** Samples are shown only while nothing can be bought (P-03). */
function NoBills({ hasSamples }: { readonly hasSamples: boolean }) {
  return (
    <Stack gap="xl">
      <div className={classes.empty}>
        <IconReceipt size={36} stroke={1.5} aria-hidden="true" />
        <Text fw={600}>{BILLING_TEXTS.noBills}</Text>
      </div>
      {hasSamples && (
        <section aria-label={BILLING_TEXTS.sample}>
          <Text size="sm" c="dimmed" mb="xs">
            {BILLING_TEXTS.sampleNote}
          </Text>
          <ul className={classes.list} data-sample>
            {SAMPLE_BILLS.map((bill) => (
              <BillItem
                key={bill.amount}
                currency="USD"
                {...bill}
                day={bill.date}
                description={BILLING_TEXTS.sampleBill}
                isSample
              />
            ))}
          </ul>
        </section>
      )}
    </Stack>
  )
}

/** To the order with its receipt and its 发票; of a bill that no order made, the documents' words. Money that went back has no invoice. */
const BillAction = ({ bill, orderId }: { readonly bill: string; readonly orderId: string | null | undefined }) =>
  orderId ? (
    <ActionIcon
      component={Link}
      to={orderAddress(orderId)}
      variant="subtle"
      color="gray"
      size={44}
      aria-label={fillText(INVOICE_TEXTS.billAction, { bill })}
    >
      <IconReceipt size={20} />
    </ActionIcon>
  ) : (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={44}
      aria-label={fillText(BILLING_TEXTS.invoice, { bill })}
      onClick={() => notifyInfo(BILLING_TEXTS.invoiceInDevelopment)}
    >
      <IconDownload size={20} />
    </ActionIcon>
  )

interface BillItemProps {
  readonly description: string
  readonly amount: number
  readonly currency: OwnBill['currency']
  readonly status: string
  readonly day: string
  readonly orderId?: string | null
  readonly isSample?: boolean
}

function BillItem({ description, amount, currency, status, day, orderId, isSample }: BillItemProps) {
  const price = moneyText({ currency, minor: Math.round(amount * 100) })
  return (
    <li className={classes.bill}>
      <div className={classes.what}>
        <Text fw={600}>{description}</Text>
        <Text size="sm" c="dimmed">
          {day}
        </Text>
      </div>
      <span className={classes.amount}>{price}</span>
      <Badge variant="light" tt="none" color={isSample ? 'gray' : (STATUS_COLOURS[status] ?? 'gray')}>
        {isSample && `${BILLING_TEXTS.sample} · `}
        {amount < 0 ? REFUND_TEXTS.billRefunded : billStatusLabel(status)}
      </Badge>
      {orderId || amount >= 0 ? (
        <BillAction bill={`${description} ${price}`} orderId={orderId} />
      ) : (
        <span className={classes.noAction} />
      )}
    </li>
  )
}
