// What stands before free credits, over HTTP (decision 0103), and that a mail account which comes later locks nobody out (decision 0104).
import { createHash } from 'node:crypto'
import { afterEach, expect, it } from 'vitest'
import type { WorkTask } from '#features/account/contract.ts'
import { createWorkProofs } from '#features/account/server/phone/work-proof.ts'
import { solveWork } from '#features/account/server/testing/solve-work.ts'
import { openQueue } from '#platform/server/queue/boss-queue.ts'
import { KNOWN_EMAIL_DOMAINS } from '#rulebook/account/email.ts'
import { SIGN_UP_LIMITS } from '#rulebook/account/sign-up.ts'
import { TERMS_VERSION } from '#rulebook/account/terms.ts'
import { type Foundation, QUEUES } from '../../open-foundation.ts'
import { type Service, startOn } from '../../start-service.ts'
import { openTestFoundation } from '../../testing/open-test-foundation.ts'
import { postTo, signInPerson, TEST_PASSWORD } from '../../testing/test-person.ts'

const PUBLIC_ORIGIN = 'http://service.test'
let foundation: Foundation
let service: Service
/** Outlives a service that is started again. */
let opened: Foundation['database']
afterEach(async () => {
  await service.stop()
  await opened.close()
})

async function start(SIGN_UP_WALL: string) {
  foundation = await openTestFoundation({ PROVIDER: 'scripted', TRUSTED_PROXIES: '127.0.0.1', SIGN_UP_WALL })
  opened = foundation.database
  foundation = { ...foundation, database: { ...opened, close: async () => {} } }
  service = await startOn(foundation)
}
const origin = () => `http://127.0.0.1:${service.port}`
const NO_COUNTERS = { consume: async () => true, forget: async () => {}, giveBack: async () => {} }
interface Refusal {
  readonly status: number
  readonly code?: string
  readonly task?: WorkTask
}
async function signUp(email: string, address = '198.51.100.1', proof?: object): Promise<Refusal> {
  const answer = await postTo(origin(), PUBLIC_ORIGIN)(
    '/api/auth/sign-up/email',
    { email, password: TEST_PASSWORD, name: '', acceptedTerms: TERMS_VERSION },
    { 'x-forwarded-for': address, ...(proof && { 'x-work-proof': JSON.stringify(proof) }) },
  )
  return { ...((await answer.json()) as object), status: answer.status }
}
const users = async () =>
  (await foundation.database.query<{ n: number }>('select count(*)::int as n from auth_users'))[0]!.n

it('no account and no credits without the work, which counts once, for its address, and not when it was cheaper', async () => {
  await start('work')
  const asked = await signUp('first@example.com')
  expect(asked).toMatchObject({ status: 429, code: 'proof-needed', task: { bits: SIGN_UP_LIMITS.workBits } })
  const proof = solveWork(asked.task!, 'first@example.com')
  expect(await signUp('second@example.com', undefined, proof)).toMatchObject({ code: 'proof-needed' })
  const cheaper = createWorkProofs(foundation.settings.secret, foundation.clock, NO_COUNTERS, 8)
  const cheap = solveWork(await cheaper.makeTask(), 'second@example.com')
  expect(await signUp('second@example.com', undefined, cheap)).toMatchObject({ code: 'proof-needed' })
  expect(await users()).toBe(0)
  expect((await signUp('First@example.com', undefined, proof)).status).toBe(200)
  expect(await signUp('first@example.com', undefined, proof)).toMatchObject({ code: 'proof-needed' })
  expect(await users()).toBe(1)
})

it('an address and the network around it have so many accounts a day; others go on', async () => {
  await start('limits')
  const { perAddress, perNetwork } = SIGN_UP_LIMITS
  const key = (text: string) => `own:${createHash('sha256').update(text).digest('base64url')}`
  const fill = (text: string, count: number) =>
    foundation.database.query('insert into verification_limits (key, count, last_request) values ($1, $2, $3)', [
      key(text),
      count,
      Date.now(),
    ])
  await fill('sign-up:address:198.51.100.7', perAddress.max - 1)
  expect((await signUp('last@example.com', '198.51.100.7')).status).toBe(200)
  expect(await signUp('over@example.com', '198.51.100.7')).toMatchObject({ status: 429, code: 'sign-ups-too-many' })
  expect((await signUp('neighbour@example.com', '198.51.100.8')).status).toBe(200)
  await fill('sign-up:network:203.0.113.0/24', perNetwork.max)
  expect(await signUp('network@example.com', '203.0.113.99')).toMatchObject({ code: 'sign-ups-too-many' })
  await fill('sign-up:network:2001:db8:7::/48', perNetwork.max)
  expect(await signUp('six@example.com', '2001:db8:7:1::5')).toMatchObject({ code: 'sign-ups-too-many' })
  expect((await signUp('seven@example.com', '2001:db8:8:1::5')).status).toBe(200)
  expect(await users()).toBe(3)
})

it('mailboxes that end in minutes are refused, below their names too, and no usual one is', async () => {
  await start('mailboxes')
  for (const email of ['x@mailinator.com', 'x@MAILINATOR.com', 'x@a.b.mailinator.com', 'x@10minutemail.com'])
    expect(await signUp(email)).toMatchObject({ status: 400, code: 'email-disposable' })
  const usual = [...KNOWN_EMAIL_DOMAINS, 'aliyun.com', '189.cn', 'vip.qq.com', 'tsinghua.edu.cn', 'proton.me']
  for (const domain of usual) expect([domain, (await signUp(`person@${domain}`)).status]).toEqual([domain, 200])
})

it('none of it stands where the operator switched it off', async () => {
  await start('none')
  expect((await signUp('x@mailinator.com')).status).toBe(200)
})

it('a mail account that comes later locks nobody out, the administrator least of all; whoever comes after it proves their address', async () => {
  await start('work,limits,mailboxes')
  const asked = await signUp('boss@nowhere.example.com')
  const proof = solveWork(asked.task!, 'boss@nowhere.example.com')
  expect((await signUp('boss@nowhere.example.com', undefined, proof)).status).toBe(200)
  await foundation.database.query(`update user_profiles set user_type = 'admin'`)
  await service.stop()
  const mailer = { delivers: true, send: async () => {} }
  const queue = await openQueue(foundation.database, QUEUES, foundation.log)
  service = await startOn({ ...foundation, queue, mailer })
  expect((await signInPerson(origin(), PUBLIC_ORIGIN, 'boss@nowhere.example.com')).userId).toBeTruthy()
  // Nothing to compute: nobody enters before the address is proven.
  expect(await signUp('later@example.com')).toMatchObject({ status: 200, token: null })
  await expect(signInPerson(origin(), PUBLIC_ORIGIN, 'later@example.com')).rejects.toThrow()
  const refused = await postTo(origin(), PUBLIC_ORIGIN)('/api/auth/sign-in/email', {
    email: 'later@example.com',
    password: TEST_PASSWORD,
  })
  expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'EMAIL_NOT_VERIFIED' }])
  // A taken address is answered like a new one.
  expect(await signUp('boss@nowhere.example.com')).toMatchObject({ status: 200, token: null })
})
