// Better Auth's own routes behind the house's HTTP side.
import { Hono } from 'hono'
import type { Accounts } from '#features/account/server/accounts.ts'
import type { HttpEnv } from '#platform/server/http/request-context.ts'

export function createAccountRoutes(accounts: Pick<Accounts, 'authHandler'>): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()
  routes.all('/api/auth/*', (context) => accounts.authHandler(context.req.raw, context.get('clientAddress')))
  return routes
}
