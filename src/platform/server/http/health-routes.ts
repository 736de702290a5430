// What a supervisor asks: is the process alive, can it serve, and how is it doing.
import { Hono } from 'hono'
import { isEqualSecret } from '../is-equal-secret.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import { VERSION } from '../version.ts'
import { isPrivateAddress } from './client-address.ts'
import type { HttpEnv } from './request-context.ts'

export interface HealthParts {
  readonly log: Log
  readonly metrics: Metrics
  /** Named parts that must answer before traffic is let in; a check throws when its part does not work. */
  readonly checks: Readonly<Record<string, () => Promise<unknown>>>
  isStopping(): boolean
  /** Bearer token that gives access to the metrics. */
  readonly metricsToken?: string | undefined
}

/**
 * `/metrics` answers the token, or private addresses without a forwarded header: a proxy on this machine that is not configured as
 * trusted makes the whole world look private.
 */
export function createHealthRoutes({ log, metrics, checks, isStopping, metricsToken }: HealthParts): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()
  routes.get('/healthz', (context) => context.json({ status: 'ok', version: VERSION }))
  routes.get('/readyz', async (context) => {
    if (isStopping()) return context.json({ status: 'stopping' }, 503)
    const answers = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await isWorking(name, check, log)] as const),
    )
    const isReady = answers.every(([, works]) => works)
    return context.json(
      { status: isReady ? 'ready' : 'not ready', parts: Object.fromEntries(answers) },
      isReady ? 200 : 503,
    )
  })
  routes.get('/metrics', async (context) => {
    const isNear = isPrivateAddress(context.get('clientAddress')) && !FORWARDED.some((name) => context.req.header(name))
    if (!isNear && !hasToken(context.req.header('authorization'), metricsToken))
      return context.json({ code: 'not-found' }, 404)
    const { text, contentType } = await metrics.render()
    return context.body(text, 200, { 'content-type': contentType })
  })
  return routes
}

const FORWARDED = [
  ...['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'],
  ...['x-client-ip', 'x-cluster-client-ip', 'cf-connecting-ip', 'true-client-ip', 'fly-client-ip'],
]

function hasToken(authorization: string | undefined, token: string | undefined): boolean {
  return token !== undefined && isEqualSecret(authorization ?? '', `Bearer ${token}`)
}

async function isWorking(name: string, check: () => Promise<unknown>, log: Log): Promise<boolean> {
  try {
    await check()
    return true
  } catch (error) {
    log.warn({ err: error, part: name }, 'not ready')
    return false
  }
}
