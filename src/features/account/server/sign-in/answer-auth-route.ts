// One of Better Auth's routes, as the HTTP layer asks for it.
import type { Log } from '#platform/server/log.ts'
import { noteServiceFailure } from '#platform/server/rate-limit/counted-tries.ts'
import { createSemaphore } from '#platform/server/semaphore.ts'
import { LINK_TROUBLE } from '#rulebook/account/callback.ts'
import { PATHS } from '#rulebook/site/site-map.ts'
import type { Auth } from './auth.ts'
import { clearCache } from './clear-cache.ts'
import { CLIENT_ADDRESS_HEADER } from './client-address-header.ts'
import { comparing } from './compared-password.ts'
import { endCookiesBefore } from './cookie-names.ts'
import { unlessDatabaseFails } from './failed-database.ts'
import { withPreparedHash } from './password-hash.ts'
import { demandShortReturnAddresses } from './return-addresses.ts'
import { withBrowserOf } from './wechat.ts'

const LINK_PATH = /^\/api\/auth\/(?:verify-email|callback\/\w+)$/
const SIGN_IN_PATH = '/api/auth/sign-in/email'
const SIGN_OUT_PATH = '/api/auth/sign-out'
/** Measured: 100 at once put so many queries before a light call that it waited 0.65 s, six 0.32 s (bench/sign-in-storm.ts). */
const SIGN_INS_AT_ONCE = 6
const signInTurn = createSemaphore(SIGN_INS_AT_ONCE)

/** The address comes from the HTTP layer; what a client sent under that header's name is overwritten. Throws what failed in the database, and ServiceError. */
export async function answerAuthRoute(
  auth: Auth,
  request: Request,
  clientAddress: string,
  log: Log,
): Promise<Response> {
  const { pathname } = new URL(request.url)
  await demandShortReturnAddresses(request)
  const headers = new Headers(request.headers)
  headers.set(CLIENT_ADDRESS_HEADER, clientAddress)
  const answer = await unlessDatabaseFails(() =>
    pathname === SIGN_IN_PATH
      ? answerSignIn(auth, request, headers)
      : withPreparedHash(() => withBrowserOf(headers, () => auth.handler(new Request(request, { headers })))),
  ).catch((error: unknown) => onPage(request, log, error))
  endCookiesBefore(headers, answer.headers)
  if (answer.ok && pathname === SIGN_OUT_PATH) clearCache(answer.headers)
  return answer
}

/** Opened by a browser, from an email or from a provider: a page of ours has words for what failed, and a way on. */
function onPage({ method, url }: Request, log: Log, error: unknown): Response {
  const { pathname, searchParams } = new URL(url)
  if (method !== 'GET' || !LINK_PATH.test(pathname)) throw error
  log.error({ part: 'auth', err: error }, 'a link or a way back failed')
  noteServiceFailure()
  const type = new URLSearchParams(searchParams.get('callbackURL')?.split('?')[1]).get('type')
  const query = new URLSearchParams({ ...(type && { type }), error: LINK_TROUBLE })
  return new Response(null, { status: 302, headers: { location: `${PATHS.callback}?${query}` } })
}

async function answerSignIn(auth: Auth, request: Request, headers: Headers): Promise<Response> {
  // Read before it takes a place, so that a slow sender holds none.
  const body = await request.arrayBuffer()
  const { method, url, signal } = request
  const whole = new Request(url, { method, headers, signal, ...(body.byteLength > 0 && { body }) })
  return signInTurn(() => comparing(() => auth.handler(whole)))
}
