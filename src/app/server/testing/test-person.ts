// A signed-up person on a running service of a test: cookie, bearer token, typed calls.

import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import type { contract } from '#app/contract.ts'
import { TERMS_VERSION } from '#rulebook/account/terms.ts'

export const TEST_PASSWORD = 'lantern-4417'

export interface TestPerson {
  readonly api: ContractRouterClient<typeof contract>
  readonly cookie: string
  readonly headers: Record<string, string>
  readonly userId: string
}

/** A POST as our own pages send it. */
export const postTo =
  (origin: string, publicOrigin: string) =>
  (path: string, body: object, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { apikey: 'huanying-web', 'content-type': 'application/json', origin: publicOrigin, ...headers },
      body: JSON.stringify(body),
    })

/** `address`: where the person calls from, for a service that trusts this machine as a proxy. */
export const signUpPerson = (
  origin: string,
  publicOrigin: string,
  email: string,
  address?: string,
): Promise<TestPerson> => enter(origin, publicOrigin, '/api/auth/sign-up/email', email, address)

/** Another browser of somebody who has signed up before. */
export const signInPerson = (origin: string, publicOrigin: string, email: string): Promise<TestPerson> =>
  enter(origin, publicOrigin, '/api/auth/sign-in/email', email)

async function enter(
  origin: string,
  publicOrigin: string,
  path: string,
  email: string,
  address?: string,
): Promise<TestPerson> {
  const body = { email, password: TEST_PASSWORD, name: 'x', acceptedTerms: TERMS_VERSION }
  const from: Record<string, string> = address ? { 'x-forwarded-for': address } : {}
  return personOf(origin, publicOrigin, await postTo(origin, publicOrigin)(path, body, from))
}

/** The user whom this answer signed in, also where it replaced an earlier session. */
export async function personOf(origin: string, publicOrigin: string, answer: Response): Promise<TestPerson> {
  const post = postTo(origin, publicOrigin)
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const session = (await (await post('/api/v1/account/session', {}, { cookie })).json()) as {
    access_token: string
    user: { id: string }
  }
  const headers = { apikey: 'huanying-web', cookie, authorization: `Bearer ${session.access_token}` }
  const api: TestPerson['api'] = createORPCClient(new RPCLink({ url: `${origin}/api/rpc`, headers }))
  await api.account.profile.get()
  return { api, cookie, headers, userId: session.user.id }
}
