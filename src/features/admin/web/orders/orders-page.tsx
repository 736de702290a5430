// /admin/orders: what waits for a decision about money, and below it every order by number, transaction or person.
import { Anchor, Badge, Text } from '@mantine/core'
import { Link } from 'react-router'
import { ADMIN_ORDERS_TEXTS, orderStateLabel } from '#rulebook/admin/admin-orders-texts.ts'
import { userPageAddress } from '#rulebook/admin/admin-user-page-texts.ts'
import { PROVIDER_LABELS } from '#rulebook/credits/order-texts.ts'
import { moneyText, ORDER_STATES, type OrderState } from '#rulebook/credits/orders.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { lookUp } from '#rulebook/look-up.ts'
import { PAGE_TITLES } from '#rulebook/site/page-titles.ts'
import type { ListedOrder } from '../../orders-contract.ts'
import type { AdminColumn } from '../admin-table.tsx'
import { DisputeQueue } from '../disputes/dispute-queue.tsx'
import { InvoiceQueue } from '../invoices/invoice-queue.tsx'
import { ListPage } from '../list-page.tsx'
import { RefundQueue } from '../refunds/refund-queue.tsx'
import { StateFilterBar } from '../state-filter-bar.tsx'
import { useMomentText } from '../use-admin-session.ts'
import classes from './orders-page.module.css'
import { useOrderFilter, useOrders } from './use-orders.ts'

export function OrdersPage() {
  const filter = useOrderFilter()
  const load = useOrders(filter)
  const columns = useOrderColumns()
  const { orders = [], total = 0 } = load.data ?? {}
  return (
    <ListPage
      title={PAGE_TITLES['admin-orders']}
      texts={ADMIN_ORDERS_TEXTS}
      loadFailure={ADMIN_ORDERS_TEXTS.loadFailed}
      load={load}
      isWaiting={load.isPending}
      filter={filter}
      filterBar={
        <>
          <DisputeQueue />
          <RefundQueue />
          <InvoiceQueue />
          <StateFilterBar texts={ADMIN_ORDERS_TEXTS} states={STATES} filter={filter} />
        </>
      }
      columns={columns}
      rows={orders}
      total={total}
    />
  )
}

const STATES = ORDER_STATES.map((value) => ({ value, label: orderStateLabel(value) }))

const STATE_COLOURS: Readonly<Record<OrderState, string>> = {
  pending: 'gray',
  paid: 'jade',
  failed: 'red',
  closed: 'gray',
  refunded: 'gray',
  disputed: 'orange',
}

function useOrderColumns(): AdminColumn<ListedOrder>[] {
  const momentText = useMomentText()
  const { columns } = ADMIN_ORDERS_TEXTS
  return [
    { key: 'order', label: columns.order, isWide: true, cell: (order) => <OrderCell order={order} /> },
    { key: 'buyer', label: columns.buyer, cell: (order) => <Buyer order={order} /> },
    { key: 'amount', label: columns.amount, cell: (order) => <Amount order={order} /> },
    {
      key: 'status',
      label: columns.status,
      cell: ({ status }) => (
        <Badge variant="light" tt="none" color={STATE_COLOURS[status]}>
          {orderStateLabel(status)}
        </Badge>
      ),
    },
    { key: 'provider', label: columns.provider, cell: ({ provider }) => lookUp(PROVIDER_LABELS, provider) ?? provider },
    {
      key: 'time',
      label: columns.time,
      cell: ({ createdAt, paidAt }) =>
        paidAt
          ? fillText(ADMIN_ORDERS_TEXTS.paid, { at: momentText(paidAt) })
          : fillText(ADMIN_ORDERS_TEXTS.created, { at: momentText(createdAt) }),
    },
  ]
}

const OrderCell = ({ order: { packName, credits, number, transactionId } }: { readonly order: ListedOrder }) => (
  <div className={classes.words}>
    <Text fw={600}>{fillText(ADMIN_ORDERS_TEXTS.credits, { pack: packName, credits })}</Text>
    <Text size="sm" c="dimmed" className={classes.number}>
      {number}
    </Text>
    {transactionId && (
      <Text size="sm" c="dimmed" className={classes.number}>
        {fillText(ADMIN_ORDERS_TEXTS.transaction, { id: transactionId })}
      </Text>
    )}
  </div>
)

const Buyer = ({ order: { userId, userName } }: { readonly order: ListedOrder }) =>
  userName === null ? (
    ADMIN_ORDERS_TEXTS.gone
  ) : (
    <Anchor component={Link} to={userPageAddress(userId)}>
      {userName || userId}
    </Anchor>
  )

const Amount = ({ order: { currency, minor, paidBackMinor } }: { readonly order: ListedOrder }) => (
  <>
    <Text className={classes.amount}>{moneyText({ currency, minor })}</Text>
    {paidBackMinor > 0 && (
      <Text size="sm" c="dimmed">
        {fillText(ADMIN_ORDERS_TEXTS.paidBack, { amount: moneyText({ currency, minor: paidBackMinor }) })}
      </Text>
    )}
  </>
)
