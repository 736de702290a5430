// Accounts for journeys, made over the API: signing up by hand is proved once, by `first-run`. Each person calls from an address
// of their own (the service trusts this machine as a proxy), so that limits per address stay out of the way.
import { randomInt, randomUUID } from 'node:crypto'
import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import type { BrowserContext } from '@playwright/test'
import { TERMS_VERSION } from '#rulebook/account/terms.ts'
import type { contract } from '../src/app/contract.ts'
import { ONE_REQUEST } from './service.ts'

// TRAP: `localhost` has two addresses, and Node gives up on each after 250 ms, which a busy machine needs to notice a connection that stands.
setDefaultAutoSelectFamilyAttemptTimeout(10_000)

export const PASSWORD = 'journey-2026'
/** Becomes an administrator where a service is to have one (service-with-admin.ts). */
export const ADMIN_EMAIL = 'admin.journeys@gmail.com'

export const origin = (): string => process.env.E2E_ORIGIN!
export const freshEmail = (): string => `journey.${randomUUID().slice(0, 13)}@gmail.com`

export interface Person {
  readonly email: string
  /** All calls of the contract in this person's name. */
  readonly api: ContractRouterClient<typeof contract>
  /** Headers of a plain request in this person's name. */
  headers(): Promise<Record<string, string>>
  /** The session, as a `Cookie` header. */
  readonly cookie: string
  /** Puts the session cookie into a browser. */
  enter(context: BrowserContext): Promise<void>
}

const TOKEN_USED_MS = 120_000

/** `at`: a service that the journeys are not led to yet. */
export const register = (email = freshEmail(), at = origin()): Promise<Person> => sign('/sign-up/email', email, at)
export const signIn = (email: string): Promise<Person> => sign('/sign-in/email', email, origin())

async function sign(route: string, email: string, at: string): Promise<Person> {
  const open = { apikey: 'huanying-web', origin: at, 'x-forwarded-for': randomAddress(), ...ONE_REQUEST }
  const answer = await fetch(`${at}/api/auth${route}`, {
    method: 'POST',
    headers: { ...open, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD, name: '', acceptedTerms: TERMS_VERSION }),
  })
  if (!answer.ok) throw new Error(`${route} of ${email}: ${answer.status} ${await answer.text()}`)
  const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0]!)
  const withCookie = { ...open, cookie: cookies.join('; ') }
  const token = tokenOf(withCookie, at)
  const headers = async () => ({ ...open, authorization: `Bearer ${await token()}` })
  return {
    email,
    headers,
    cookie: withCookie.cookie,
    api: createORPCClient(new RPCLink({ url: `${at}/api/rpc`, headers })),
    enter: (context) =>
      context.addCookies(
        cookies.map((cookie) => {
          const [name = '', ...value] = cookie.split('=')
          return { name, value: value.join('='), url: at, httpOnly: true, sameSite: 'Lax' as const }
        }),
      ),
  }
}

/** Access tokens live for minutes: a new one in time. */
function tokenOf(headers: Record<string, string>, at: string): () => Promise<string> {
  const api: ContractRouterClient<typeof contract> = createORPCClient(new RPCLink({ url: `${at}/api/rpc`, headers }))
  let kept: { readonly token: string; readonly untilMs: number } | undefined
  return async () => {
    if (kept && kept.untilMs > Date.now()) return kept.token
    const session = await api.account.session()
    if (!session) throw new Error('The session cookie was not accepted.')
    kept = { token: session.access_token, untilMs: Date.now() + TOKEN_USED_MS }
    return kept.token
  }
}

const randomAddress = (): string => `198.51.${randomInt(256)}.${randomInt(1, 255)}`

/** Remaining credits as the server counts them. */
export const balanceOf = async ({ api }: Person): Promise<number> => (await api.account.profile.get()).credits.remaining
