// Composes the HTTP side in one visible order: who calls and how long it took, headers, limits, then API, files, pages.
// It knows no feature: routes, calls and the way to recognise a caller come from the composition root.
import type { AnyRouter } from '@orpc/server'
import { type Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import { JSON_BODY } from '#rulebook/site/request-limits.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import { givingBackTries } from '../rate-limit/counted-tries.ts'
import { traceRequests } from '../tracing/trace-requests.ts'
import { accessLog } from './access-log.ts'
import { type ApiTitle, createApiDocs } from './api-docs.ts'
import { type BodyLimits, bodyGate } from './body-gate.ts'
import { type ClientAddressOf, createClientAddressOf } from './client-address.ts'
import { answerError, createErrorHandler } from './error-response.ts'
import { createHealthRoutes, type HealthParts } from './health-routes.ts'
import { jsonBodies } from './json-bodies.ts'
import { limitBody } from './limit-body.ts'
import { createPolicyReports } from './policy-reports.ts'
import type { Caller, HttpEnv, RequestContext } from './request-context.ts'
import { createRpcRoutes } from './rpc-routes.ts'
import { commonHeaders, NO_CONTENT_POLICY, REPORT_PATH } from './security-headers.ts'
import type { StaticSite } from './static-site.ts'

export interface HttpParts {
  readonly log: Log
  readonly metrics: Metrics
  readonly isSecure: boolean
  readonly trustedProxies: readonly string[]
  /** Who calls an address below `/api/`; null for a visitor. Throws ServiceError to refuse. */
  identify(headers: Headers, path: string): Promise<Caller | null>
  /** Called after `identify` and before any work below `/api/`; throws ServiceError to refuse (maintenance). */
  admit(request: RequestContext, path: string): Promise<void>
  readonly countCall: RequestContext['countCall']
  /** Implements the contract over RequestContext. */
  readonly router: AnyRouter
  readonly api: ApiTitle
  /** Plain routes of the features, with their full paths. */
  readonly routes: readonly Hono<HttpEnv>[]
  /** Paths (exact, or a prefix that ends in `/`) that bound their own bodies. */
  readonly ownBodyLimits: readonly string[]
  readonly site: StaticSite | undefined
  readonly health: Pick<HealthParts, 'checks' | 'isStopping' | 'metricsToken'>
  /** For tests: bodies at once, and how slowly they may come. */
  readonly bodyLimits?: Partial<BodyLimits>
}

export function createHttpApp(parts: HttpParts): Hono<HttpEnv> {
  const { log, metrics } = parts
  const app = new Hono<HttpEnv>()
  const clientAddressOf = createClientAddressOf(parts.trustedProxies)
  const headers = Object.entries(commonHeaders(parts.isSecure))

  app.onError(createErrorHandler(log))
  app.use(async (context, next) => {
    context.set('requestId', requestIdOf(context))
    context.set('clientAddress', addressOf(context, clientAddressOf))
    await next()
    if (context.req.raw.method === 'HEAD') await leaveBody(context)
    for (const [name, value] of headers) context.header(name, value)
    context.header('x-request-id', context.get('requestId'))
    if (!context.res.headers.has('content-security-policy'))
      context.header('content-security-policy', NO_CONTENT_POLICY)
  })
  app.use(traceRequests(), accessLog(log, metrics))
  app.route('/', createHealthRoutes({ log, metrics, ...parts.health }))
  const readsStreams = pathMatcher([...parts.ownBodyLimits, REPORT_PATH])
  // Who calls, then how many bodies at a time, then how large and of which kind: only then a byte of it is kept.
  app.use('/api/*', compress({ threshold: 1024 }), givingBackTries(log), enter(parts), bodyGate(parts.bodyLimits))
  app.use('/api/*', limitBodies(readsStreams), jsonBodies(readsStreams))
  app.route('/', createRpcRoutes(parts.router, log))
  app.route('/', createPolicyReports(log, metrics))
  for (const routes of parts.routes) app.route('/', routes)
  app.route('/', createApiDocs(parts.router, parts.api))
  app.all('/api/*', (context) => answerError(context, { code: 'not-found' }, 404))
  app.get('*', (context) => {
    if (parts.site) return parts.site.answer(context)
    return context.text('The browser side is not built. Run "npm start", or "npm run build" first.', 503)
  })
  app.notFound((context) => context.json({ code: 'not-found' }, 404))
  return app
}

/** Whoever asks for the head alone reads no body: what was opened for it would stay open. */
async function leaveBody(context: Context<HttpEnv>): Promise<void> {
  const { res } = context
  await res.body?.cancel()
  context.res = new Response(null, res)
}

/** Puts the verified RequestContext in place for everything below `/api/`. */
function enter({ identify, admit, countCall }: HttpParts) {
  return async (context: Context<HttpEnv>, next: () => Promise<void>) => {
    const { path, raw } = context.req
    const caller = await identify(raw.headers, path)
    const request: RequestContext = {
      userId: caller?.userId ?? null,
      signInId: caller?.signInId ?? null,
      requestId: context.get('requestId'),
      clientAddress: context.get('clientAddress'),
      userAgent: context.req.header('user-agent') ?? null,
      headers: raw.headers,
      signal: raw.signal,
      countCall,
    }
    await admit(request, path)
    context.set('request', request)
    await next()
  }
}

/** Paths are exact, or a prefix that ends in `/`. */
const pathMatcher = (paths: readonly string[]) => (path: string) =>
  paths.some((own) => path === own || (own.endsWith('/') && path.startsWith(own)))

function limitBodies(isExempt: (path: string) => boolean) {
  const limit = limitBody(JSON_BODY.maxBytes)
  return async (context: Context<HttpEnv>, next: () => Promise<void>) =>
    isExempt(context.req.path) ? next() : limit(context, next)
}

/** A proxy's id is kept when it is harmless, so that both logs can be read together. */
function requestIdOf(context: Context<HttpEnv>): string {
  const given = context.req.header('x-request-id')
  return given && /^[\w-]{8,64}$/.test(given) ? given : crypto.randomUUID()
}

function addressOf(context: Context<HttpEnv>, clientAddressOf: ClientAddressOf): string {
  // `env` is empty when a test asks the app without a socket.
  const socketAddress = (context.env as Partial<HttpEnv['Bindings']> | undefined)?.incoming?.socket.remoteAddress
  return clientAddressOf(socketAddress, context.req.header('x-forwarded-for'))
}
