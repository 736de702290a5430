// What became of an order: the true state, asked for again while it is open, and the way back to the current picture (decision 0080).
import { Alert, Button, Group, Loader, Skeleton, Title } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck, IconClockPause, IconPrinter, IconReceiptRefund } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import { codeOf } from '#platform/web/http/code-of.ts'
import { messageOf } from '#platform/web/http/error-message.ts'
import { serviceMoment } from '#platform/web/service-time.ts'
import { LoadFailed } from '#platform/web/ui/load-failed.tsx'
import { CREDIT_TEXTS } from '#rulebook/credits/credits.ts'
import { ORDER_STATE_TEXTS, ORDER_TEXTS, PROVIDER_LABELS } from '#rulebook/credits/order-texts.ts'
import { isOpenOrder, moneyText, type OrderState } from '#rulebook/credits/orders.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { PAGE_TITLES } from '#rulebook/site/page-titles.ts'
import { creditsAddress, PATHS } from '#rulebook/site/site-map.ts'
import type { OwnOrder } from '../contract.ts'
import { OrderInvoice } from './invoice/order-invoice.tsx'
import classes from './order-page.module.css'
import { OrderPayment } from './order-payment.tsx'
import { OrderRefund } from './refund/order-refund.tsx'
import { useOrder } from './use-billing.ts'

interface OrderPageParts {
  readonly orderId: string
  /** The credits have come, or went back. */
  readonly onPaid: () => void
}

const LOOKS: Readonly<Record<OrderState, { readonly color: string; readonly icon: ReactNode }>> = {
  pending: { color: 'gray', icon: <Loader size={18} color="gray" aria-hidden /> },
  paid: { color: 'jade', icon: <IconCircleCheck size={20} aria-hidden /> },
  failed: { color: 'red', icon: <IconAlertCircle size={20} aria-hidden /> },
  closed: { color: 'gray', icon: <IconClockPause size={20} aria-hidden /> },
  refunded: { color: 'gray', icon: <IconReceiptRefund size={20} aria-hidden /> },
  disputed: { color: 'orange', icon: <IconAlertCircle size={20} aria-hidden /> },
}

export function OrderPage({ orderId, onPaid }: OrderPageParts) {
  const { data: order, error, isFetching, refetch } = useOrder(orderId)
  const isPaid = order?.status === 'paid' || order?.status === 'refunded'
  useEffect(() => {
    if (isPaid) onPaid()
  }, [isPaid, onPaid])
  return (
    <div className={classes.page}>
      <Title order={1} fz="h2">
        {PAGE_TITLES['profile-order']}
      </Title>
      {order ? <OrderCard order={order} /> : <Missing error={error} query={{ isFetching, refetch }} />}
    </div>
  )
}

interface MissingParts {
  readonly error: Error | null
  readonly query: Parameters<typeof LoadFailed>[0]['query']
}

function Missing({ error, query }: MissingParts) {
  if (!error) return <Skeleton height={220} radius="md" />
  // Asked again it is not there either.
  if (codeOf(error) === 'order-missing') return <Unknown text={messageOf(error)} />
  return <LoadFailed text={messageOf(error)} query={query} />
}

const Unknown = ({ text }: { readonly text: string }) => (
  <>
    <Alert role="alert" color="red" variant="light" icon={<IconAlertCircle size={20} aria-hidden />}>
      {text}
    </Alert>
    <div>
      <Button component={Link} to={PATHS.profileBilling} variant="default">
        {ORDER_TEXTS.backToBilling}
      </Button>
    </div>
  </>
)

function OrderCard({ order }: { readonly order: OwnOrder }) {
  const { title, text } = ORDER_STATE_TEXTS[order.status]
  return (
    <>
      <Alert role="status" variant="light" title={title} {...LOOKS[order.status]}>
        {fillText(text, { credits: order.credits })}
      </Alert>
      {isOpenOrder(order.status) && <OrderPayment order={order} />}
      <dl className={classes.facts}>
        {factsOf(order).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <WaysOn order={order} />
      <OrderInvoice order={order} />
      <OrderRefund order={order} />
    </>
  )
}

/** Facts of an order; of a paid one they are its receipt. */
const factsOf = ({ packName, credits, createdAt, paidAt, provider, id, ...money }: OwnOrder): [string, string][] => [
  [ORDER_TEXTS.pack, `${packName} · ${fillText(CREDIT_TEXTS.credits, { credits })}`],
  [ORDER_TEXTS.amount, moneyText(money)],
  ...(paidAt
    ? [
        [ORDER_TEXTS.paidWith, PROVIDER_LABELS[provider]] satisfies [string, string],
        [ORDER_TEXTS.paidAt, serviceMoment(paidAt)] satisfies [string, string],
      ]
    : []),
  [ORDER_TEXTS.createdAt, serviceMoment(createdAt)],
  [ORDER_TEXTS.number, id.replaceAll('-', '')],
]

function WaysOn({ order: { status, returnTo, paidAt } }: { readonly order: OwnOrder }) {
  const isOver = status === 'closed' || status === 'failed'
  return (
    <Group gap="sm">
      {isOver && (
        <Button component={Link} to={creditsAddress(returnTo ?? PATHS.catalogue)}>
          {ORDER_TEXTS.buyAgain}
        </Button>
      )}
      {status === 'paid' && (
        <Button component={Link} to={returnTo ?? PATHS.catalogue}>
          {returnTo ? ORDER_TEXTS.backToPicture : ORDER_TEXTS.toTools}
        </Button>
      )}
      {paidAt && (
        <Button variant="default" leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => window.print()}>
          {ORDER_TEXTS.print}
        </Button>
      )}
      <Button component={Link} to={PATHS.profileBilling} variant="default">
        {ORDER_TEXTS.toBilling}
      </Button>
    </Group>
  )
}
