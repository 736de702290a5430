// Orders above the bills: those that are not settled yet, so that a buyer who closed the payment page finds its outcome, and
// those whose money was or can be asked back.
import { Anchor, Badge } from '@mantine/core'
import { Link } from 'react-router'
import { ORDER_STATE_TEXTS, ORDER_TEXTS } from '#rulebook/credits/order-texts.ts'
import { moneyText } from '#rulebook/credits/orders.ts'
import { REFUND_TEXTS } from '#rulebook/credits/refund-texts.ts'
import { refundStateLabel } from '#rulebook/credits/refunds.ts'
import { orderAddress } from '#rulebook/site/site-map.ts'
import type { OwnOrder } from '../contract.ts'
import classes from './open-orders.module.css'
import { useOrders } from './use-billing.ts'

/** Absent where there are none, or none can be read: the bills below say what went wrong. */
export function OpenOrders() {
  const orders = useOrders().data ?? []
  const isOpen = ({ status }: OwnOrder) => status === 'pending' || status === 'disputed'
  const isRecent = ({ refund, refundable }: OwnOrder) => Boolean(refundable) || isAsked(refund)
  return (
    <>
      <OrderList title={ORDER_TEXTS.open} orders={orders.filter(isOpen)} />
      <OrderList
        title={REFUND_TEXTS.recentOrders}
        orders={orders.filter((order) => !isOpen(order) && isRecent(order))}
      />
    </>
  )
}

const isAsked = (refund: OwnOrder['refund']): refund is NonNullable<OwnOrder['refund']> =>
  Boolean(refund) && refund?.state !== 'withdrawn'

function OrderList({ title, orders }: { readonly title: string; readonly orders: readonly OwnOrder[] }) {
  if (orders.length === 0) return null
  return (
    <section aria-label={title} className={classes.place}>
      <h2 className={classes.heading}>{title}</h2>
      <ul className={classes.list}>
        {orders.map((order) => (
          <li key={order.id} className={classes.order}>
            <span>
              {order.packName} · {moneyText(order)}
            </span>
            <StateBadge order={order} />
            <Anchor component={Link} to={orderAddress(order.id)} fw={600}>
              {ORDER_TEXTS.see}
            </Anchor>
          </li>
        ))}
      </ul>
    </section>
  )
}

function StateBadge({ order: { status, refund } }: { readonly order: OwnOrder }) {
  const label = isAsked(refund) ? refundStateLabel(refund.state) : ORDER_STATE_TEXTS[status].title
  return (
    <Badge variant="light" tt="none" color={status === 'paid' && !isAsked(refund) ? 'jade' : 'orange'}>
      {label}
    </Badge>
  )
}
