// One person's calls. A call without an answer, or one that the service failed, is `lost`: whether it was done nobody knows, as in a
// browser whose network went away.
import { setTimeout as delay } from 'node:timers/promises'
import { personOf, postTo, TEST_PASSWORD, type TestPerson } from '../../src/app/server/testing/test-person.ts'
import { TERMS_VERSION } from '../../src/rulebook/account/terms.ts'
import { count, type Journal } from './journal.ts'

const ANSWER_WITHIN_MS = 20_000
const PAUSE_MS = 500

export type Answer<Body> =
  | { readonly body: Body; readonly cookies: readonly string[] }
  | { readonly refused: string }
  | 'lost'

export interface Caller {
  readonly userId: string
  /** `what` names the call in the bench's counts. */
  call<Body>(
    what: string,
    method: string,
    path: string,
    body?: object,
    extra?: { readonly cookie: string },
  ): Promise<Answer<Body>>
}

/** Signs up under a network address of its own, again and again until an answer comes; undefined when it is over before. */
export async function enter(
  { origin, journal, isOver }: { origin: string; journal: Journal; isOver: () => boolean },
  email: string,
  address: string,
): Promise<Caller | undefined> {
  for (let attempt = 0; !isOver(); attempt += 1) {
    const person = await trySigning(origin, email, address, attempt > 0)
    if (person) return callerOf(origin, journal, person)
    count(journal, 'sign-up without an answer')
    await delay(PAUSE_MS)
  }
  return undefined
}

/** Signing in is for the account that a lost answer may have made. */
async function trySigning(
  origin: string,
  email: string,
  address: string,
  mayExist: boolean,
): Promise<TestPerson | undefined> {
  const post = postTo(origin, origin)
  const body = { email, password: TEST_PASSWORD, name: 'x', acceptedTerms: TERMS_VERSION }
  for (const path of mayExist ? ['sign-in/email', 'sign-up/email'] : ['sign-up/email']) {
    try {
      const answer = await post(`/api/auth/${path}`, body, { 'x-forwarded-for': address })
      if (answer.ok) return await personOf(origin, origin, answer)
    } catch {
      // Killed before it answered.
    }
  }
  return undefined
}

function callerOf(origin: string, journal: Journal, person: TestPerson): Caller {
  let { headers } = person
  const renew = async () => {
    const answer = await postTo(origin, origin)('/api/v1/account/session', {}, { cookie: person.cookie })
    const { access_token } = (await answer.json()) as { access_token: string }
    headers = { ...headers, authorization: `Bearer ${access_token}` }
  }
  const send = (method: string, path: string, body: object | undefined, cookie: string | undefined) =>
    fetch(`${origin}${path}`, {
      method,
      headers: {
        ...headers,
        ...(body && !(body instanceof FormData) && { 'content-type': 'application/json' }),
        ...(cookie && { cookie: `${headers.cookie}; ${cookie}` }),
      },
      ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
  return {
    userId: person.userId,
    async call<Body>(
      what: string,
      method: string,
      path: string,
      body?: object,
      extra?: { readonly cookie: string },
    ): Promise<Answer<Body>> {
      try {
        let answer = await send(method, path, body, extra?.cookie)
        if (answer.status === 401) {
          await renew()
          answer = await send(method, path, body, extra?.cookie)
        }
        const text = await answer.text()
        count(journal, `${what} ${answer.status}`)
        if (answer.ok) return { body: JSON.parse(text) as Body, cookies: answer.headers.getSetCookie() }
        return answer.status >= 500 ? 'lost' : { refused: text }
      } catch (error) {
        // A busy machine decodes a picture late; a line that broke is another thing.
        const isLate = error instanceof DOMException && error.name === 'TimeoutError'
        count(
          journal,
          isLate ? `${what} not answered within ${ANSWER_WITHIN_MS / 1000} s` : `${what} without an answer`,
        )
        return 'lost'
      }
    },
  }
}
