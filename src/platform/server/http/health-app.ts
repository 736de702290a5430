// Health and measurements alone, on a port of their own: what a worker has, and what keeps them off the port that a proxy shows to the world.
import { Hono } from 'hono'
import { createErrorHandler } from './error-response.ts'
import { createHealthRoutes, type HealthParts } from './health-routes.ts'
import type { HttpEnv } from './request-context.ts'

export function createHealthApp(parts: HealthParts): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  app.onError(createErrorHandler(parts.log))
  app.use(async (context, next) => {
    // No proxy is in front of this port, so forwarded addresses do not count.
    context.set('clientAddress', context.env.incoming.socket.remoteAddress ?? '')
    await next()
  })
  app.route('/', createHealthRoutes(parts))
  app.notFound((context) => context.json({ code: 'not-found' }, 404))
  return app
}
