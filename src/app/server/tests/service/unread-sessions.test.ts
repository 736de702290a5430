// Auth routes whose connection breaks while they read the session: PostgreSQL ends it at that very statement, held there by a lock. Better Auth
// takes that for no session; nobody may be told so (decision 0110, failed-database.ts).
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Foundation } from '../../open-foundation.ts'
import { type Service, startOn } from '../../start-service.ts'
import { openTestFoundation } from '../../testing/open-test-foundation.ts'
import { openTerminator, type Terminator } from '../../testing/terminate-backends.ts'
import { postTo, signUpPerson, TEST_PASSWORD, type TestPerson } from '../../testing/test-person.ts'

const serverUrl = process.env.TEST_DATABASE_URL
if (!serverUrl) console.log('Unread sessions skipped: the embedded database has no connection that could be ended.')

let foundation: Foundation
let service: Service
let fire: Terminator
let people = 0
const origin = () => `http://127.0.0.1:${service.port}`
const own = () => foundation.settings.publicOrigin
const newcomer = () => signUpPerson(origin(), own(), `person${++people}@unread.example.com`)
/** As our pages ask auth routes: by the cookie alone. */
const post = ({ cookie }: TestPerson, path: string, body: object = {}) =>
  postTo(origin(), own())(path, body, { cookie })
const isSignedIn = async (person: TestPerson) => (await (await post(person, '/api/v1/account/session')).json()) !== null

describe.skipIf(!serverUrl)('a connection that ends while the session is read', () => {
  beforeAll(async () => {
    foundation = await openTestFoundation({ PROVIDER: 'scripted' })
    service = await startOn(foundation)
    fire = await openTerminator(serverUrl!, foundation.database)
  })
  afterAll(async () => {
    await fire.close()
    await service.stop()
  })

  it.each<[string, object]>([
    ['change-password', { currentPassword: TEST_PASSWORD, newPassword: 'harbour-9023' }],
    ['two-factor/enable', { password: TEST_PASSWORD }],
    ['sign-out', {}],
  ])('is trouble of ours at %s; the person stays signed in, and asked again it is done', async (route, body) => {
    const person = await newcomer()
    const answer = await fire.whileLocked('auth_sessions', () => post(person, `/api/auth/${route}`, body))
    expect([answer.status, await answer.json()]).toMatchObject([500, { code: 'unexpected' }])
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(await isSignedIn(person)).toBe(true)
    expect((await post(person, `/api/auth/${route}`, body)).status).toBe(200)
  })

  it('is trouble of ours where the session becomes a token, too', async () => {
    const person = await newcomer()
    const answer = await fire.whileLocked('auth_sessions', () => post(person, '/api/v1/account/session'))
    expect([answer.status, await answer.json()]).toMatchObject([500, { code: 'unexpected' }])
    expect(await isSignedIn(person)).toBe(true)
  })
})
