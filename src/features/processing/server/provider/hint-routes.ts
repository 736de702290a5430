// Where the provider's notices come in. Answered at once, whatever they say; a stranger's is 404, and the vendor drops what is 4xx for good.
import { Hono } from 'hono'
import type { HttpEnv } from '#platform/server/http/request-context.ts'
import { isUuid } from '#rulebook/is-uuid.ts'
import type { ProcessingParts } from '../processing-parts.ts'
import { HINT_PATH, isHintToken, passHint } from './provider-hints.ts'

export function createHintRoutes({
  database,
  settings,
}: Pick<ProcessingParts, 'database' | 'settings'>): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()
  routes.post(`${HINT_PATH}/:jobId/:token`, async (context) => {
    const { jobId, token } = context.req.param()
    if (!isUuid(jobId) || !isHintToken(settings.secret, jobId, token)) return context.body(null, 404)
    await passHint(database, jobId)
    return context.body(null, 204)
  })
  return routes
}
