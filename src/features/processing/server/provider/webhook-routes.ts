// Where the provider's notices come in. Answered at once, whatever they say; a stranger's is 404, and the vendor drops what is 4xx for good.
import { Hono } from 'hono'
import type { HttpEnv } from '#platform/server/http/request-context.ts'
import { isUuid } from '#rulebook/is-uuid.ts'
import type { ProcessingParts } from '../processing-parts.ts'
import { isWebhookToken, passWebhook, WEBHOOK_PATH } from './provider-webhooks.ts'

export function createWebhookRoutes({
  database,
  settings,
}: Pick<ProcessingParts, 'database' | 'settings'>): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()
  routes.post(`${WEBHOOK_PATH}/:jobId/:token`, async (context) => {
    const { jobId, token } = context.req.param()
    if (!isUuid(jobId) || !isWebhookToken(settings.secret, jobId, token)) return context.body(null, 404)
    await passWebhook(database, jobId)
    return context.body(null, 204)
  })
  return routes
}
