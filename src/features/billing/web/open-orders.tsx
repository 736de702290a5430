// Orders that are not settled yet, above the bills: whoever closed the payment page finds the way back to what became of it.
import { Anchor, Badge } from '@mantine/core'
import { Link } from 'react-router'
import { ORDER_STATE_TEXTS, ORDER_TEXTS } from '#rulebook/credits/order-texts.ts'
import { moneyText } from '#rulebook/credits/orders.ts'
import { orderAddress } from '#rulebook/site/site-map.ts'
import classes from './open-orders.module.css'
import { useOrders } from './use-billing.ts'

/** Absent where there are none, or none can be read: the bills below say what went wrong. */
export function OpenOrders() {
  const open = useOrders().data?.filter(({ status }) => status === 'pending' || status === 'disputed') ?? []
  if (open.length === 0) return null
  return (
    <section aria-label={ORDER_TEXTS.open} className={classes.place}>
      <h2 className={classes.heading}>{ORDER_TEXTS.open}</h2>
      <ul className={classes.list}>
        {open.map((order) => (
          <li key={order.id} className={classes.order}>
            <span>
              {order.packName} · {moneyText(order)}
            </span>
            <Badge variant="light" tt="none" color="orange">
              {ORDER_STATE_TEXTS[order.status].title}
            </Badge>
            <Anchor component={Link} to={orderAddress(order.id)} fw={600}>
              {ORDER_TEXTS.see}
            </Anchor>
          </li>
        ))}
      </ul>
    </section>
  )
}
