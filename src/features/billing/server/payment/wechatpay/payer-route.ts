// The way back from WeChat to an order that is paid inside it. It changes nothing but who will be asked to pay; whatever goes wrong, the
// order's page shows how to go on.
import { Hono } from 'hono'
import type { HttpEnv } from '#platform/server/http/request-context.ts'
import { orderAddress, PATHS } from '#rulebook/site/site-map.ts'
import { keepPayer, orderIdOf } from '../order.store.ts'
import type { PaymentParts } from '../payment-parts.ts'
import { PaymentUnknown } from '../payment-provider.ts'
import { PAYER_PATH, type WechatPayer } from './wechat-payer.ts'

export function createPayerRoute({ database, log }: PaymentParts, payer: WechatPayer): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()
  routes.get(PAYER_PATH, async (context) => {
    const { ticket = '', code = '' } = context.req.query()
    context.header('Cache-Control', 'no-store')
    const orderId = orderIdOf((await payer.orderOf(ticket)) ?? '')
    if (!orderId) return context.redirect(PATHS.profileBilling, 303)
    try {
      if (code) await keepPayer(database.orm, orderId, await payer.openidOf(code))
    } catch (error) {
      if (!(error instanceof PaymentUnknown)) throw error
      log.error({ provider: 'wechatpay', orderId, reason: error.message }, 'nobody to pay inside WeChat')
    }
    return context.redirect(orderAddress(orderId), 303)
  })
  return routes
}
