// Webhooks of the payment providers: `POST /api/payments/<provider>/notice`. Raw bytes, no session, no redirect; what is not proven changes
// nothing. The acknowledgement is sent only after the transaction: a webhook whose answer is lost comes again and finds nothing to do.
import { type Context, Hono } from 'hono'
import { limitBody } from '#platform/server/http/limit-body.ts'
import type { HttpEnv } from '#platform/server/http/request-context.ts'
import { payBack } from '../refund/pay-back.ts'
import { lockOrder, orderIdOf } from './order.store.ts'
import type { PaymentParts } from './payment-parts.ts'
import { type PaymentProvider, PaymentUnknown, type WebhookEvent, WebhookRefused } from './payment-provider.ts'
import { settleAndSendReceipt } from './send-receipt.ts'

export const PAYMENTS_PATH = '/api/payments/'
const WEBHOOK_MAX_BYTES = 64 * 1024

export const webhookPath = (provider: PaymentProvider['name']): string => `${PAYMENTS_PATH}${provider}/notice`

export function createWebhookRoutes(parts: PaymentParts): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()
  for (const provider of parts.providers.values())
    routes.post(webhookPath(provider.name), limitBody(WEBHOOK_MAX_BYTES), (context) =>
      receive(parts, provider, context),
    )
  return routes
}

async function receive(parts: PaymentParts, provider: PaymentProvider, context: Context<HttpEnv>): Promise<Response> {
  const body = new Uint8Array(await context.req.arrayBuffer())
  let webhook: WebhookEvent
  try {
    webhook = await provider.verifyWebhook({ body, headers: context.req.raw.headers })
  } catch (error) {
    if (!(error instanceof WebhookRefused)) throw error
    // Anybody may send one, so it alarms nobody; where a key is wrong, payments are still found by asking.
    parts.log.warn({ provider: provider.name, reason: error.message, sizeBytes: body.length }, 'payment notice refused')
    return context.text('fail', 400)
  }
  try {
    if (webhook) await follow(parts, provider, webhook)
  } catch (error) {
    if (!(error instanceof PaymentUnknown)) throw error
    parts.log.warn({ provider: provider.name, reason: error.message }, 'a payment notice waits for what came before it')
    return context.text('fail', 503)
  }
  return context.text(provider.acknowledgement)
}

async function follow(
  parts: PaymentParts,
  provider: PaymentProvider,
  webhook: NonNullable<WebhookEvent>,
): Promise<void> {
  if ('refundNumber' in webhook) {
    const refundId = orderIdOf(webhook.refundNumber)
    return refundId ? payBack(parts, refundId) : undefined
  }
  const { orderNumber, outcome } = webhook
  if (outcome.state === 'sent-back' || outcome.state === 'refunded') await settlePayment(parts, provider, orderNumber)
  await settleAndSendReceipt(parts, { provider: provider.name, orderNumber, outcome, webhook })
}

/** Webhooks come in any order: money that goes back was paid before, and its own event tells of a part at most. Throws PaymentUnknown. */
async function settlePayment(parts: PaymentParts, provider: PaymentProvider, orderNumber: string): Promise<void> {
  const order = await parts.database.orm.transaction((tx) => lockOrder(tx, provider.name, orderNumber))
  if (!order || order.paidAt || order.status === 'disputed' || order.status === 'refunded') return
  const outcome = await provider.queryOrder(orderNumber)
  await settleAndSendReceipt(parts, { provider: provider.name, orderNumber, outcome })
}
