// The waitlist of the purchase (decision 0146), over HTTP, and the one email that follows from it.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readPurchases } from '#features/billing/server/read-bills.ts'
import { emailPurchaseOpen } from '#features/billing/server/waitlist/email-purchase-open.ts'
import { countWaiting } from '#features/billing/server/waitlist/waitlist.ts'
import type { EmailMessage } from '#platform/server/mail/mailer.ts'
import type { Foundation } from '../../open-foundation.ts'
import { type Service, startOn } from '../../start-service.ts'
import { openTestFoundation } from '../../testing/open-test-foundation.ts'
import { postTo, signInPerson, signUpPerson, TEST_PASSWORD, type TestPerson } from '../../testing/test-person.ts'

let foundation: Foundation
let service: Service
const signUp = (name: string) =>
  signUpPerson(`http://127.0.0.1:${service.port}`, foundation.settings.publicOrigin, `${name}@waitlist.example.com`)

beforeAll(async () => {
  foundation = await openTestFoundation({ PROVIDER: 'scripted' })
  service = await startOn(foundation)
})
afterAll(() => service.stop())

const sent: EmailMessage[] = []
const mailer = (failures = 0) => {
  let left = failures
  return {
    delivers: true,
    send: async (message: EmailMessage) => {
      left -= 1
      if (left >= 0) throw new Error('the mail server is away')
      sent.push(message)
    },
  }
}
/** The minute's job, as with a provider configured or none. */
const tell = (given: Partial<Parameters<typeof emailPurchaseOpen>[0]> = {}) =>
  emailPurchaseOpen({
    ...foundation,
    providers: new Map([['alipay', {}]]) as never,
    mailer: mailer(),
    ...given,
  })
const writtenTo = () => sent.splice(0).map(({ to }) => to)

it('is asked, read, exported, withdrawn and asked twice; it is nobody else’s, and the operator reads the number', async () => {
  const [{ api, userId }, stranger] = [await signUp('listed'), await signUp('stranger')]
  expect(await api.billing.purchaseWish.read()).toMatchObject({ askedAt: null })
  const { askedAt } = await api.billing.purchaseWish.ask()
  expect(askedAt).not.toBeNull()
  expect((await api.billing.purchaseWish.ask()).askedAt).toBe(askedAt)
  const { openingNoticeAskedAt } = await readPurchases(foundation.database, userId)
  expect(openingNoticeAskedAt?.toISOString()).toBe(askedAt)
  expect((await stranger.api.billing.purchaseWish.read()).askedAt).toBeNull()
  await stranger.api.billing.purchaseWish.withdraw()
  expect((await api.billing.purchaseWish.read()).askedAt).toBe(askedAt)
  expect(await countWaiting(foundation.database.orm)).toBe(1)
  expect((await api.billing.purchaseWish.withdraw()).askedAt).toBeNull()
  expect(await countWaiting(foundation.database.orm)).toBe(0)
})

it('one email once packs can be bought, and none before, to nobody twice', async () => {
  const [first, second] = [await signUp('first'), await signUp('second')]
  for (const { api } of [first, second]) await api.billing.purchaseWish.ask()
  await tell({ providers: new Map() })
  await tell({ mailer: { ...mailer(), delivers: false } })
  expect(writtenTo()).toEqual([])
  await Promise.all([tell(), tell()])
  expect(writtenTo().sort()).toEqual(['first@waitlist.example.com', 'second@waitlist.example.com'])
  await tell()
  expect(writtenTo()).toEqual([])
  expect(await countWaiting(foundation.database.orm)).toBe(0)
})

it('an email that could not be sent is tried again, not for ever', async () => {
  await (await signUp('unlucky')).api.billing.purchaseWish.ask()
  await tell({ mailer: mailer(1) })
  expect(writtenTo()).toEqual([])
  await tell()
  expect(writtenTo()).toEqual(['unlucky@waitlist.example.com'])
  await (await signUp('bounced')).api.billing.purchaseWish.ask()
  const waiting: number[] = []
  for (let n = 0; n < 4; n += 1) {
    waiting.push(await countWaiting(foundation.database.orm))
    await tell({ mailer: mailer(1) })
  }
  await tell()
  expect(writtenTo()).toEqual([])
  // Given up: the operator does not see anybody waiting.
  expect(waiting).toEqual([1, 1, 1, 0])
})

/** Over HTTP, as both browsers do it: the first account stays. */
async function merge(primary: TestPerson, otherName: string): Promise<void> {
  const [origin, { publicOrigin }] = [`http://127.0.0.1:${service.port}`, foundation.settings]
  const post = postTo(origin, publicOrigin)
  const begun = await post('/api/v1/account/merge', { password: TEST_PASSWORD }, primary.headers)
  const ticket = begun.headers.getSetCookie().find((cookie) => cookie.startsWith('huanying.merge='))!
  const other = await signInPerson(origin, publicOrigin, `${otherName}@waitlist.example.com`)
  const headers = { ...other.headers, cookie: `${other.cookie}; ${ticket.split(';')[0]}` }
  expect((await post('/api/v1/account/merge/confirm', {}, headers)).status).toBe(200)
}
const entriesOf = (...people: readonly TestPerson[]) =>
  foundation.database.query<{ user_id: string; created_at: Date; told: boolean }>(
    'select user_id, created_at, told_at is not null as told from purchase_wishes where user_id = any($1)',
    [people.map(({ userId }) => userId)],
  )

it.each([
  ['both', [true, true]],
  ['the account that stays', [true, false]],
  ['the account that ends', [false, true]],
] as const)('accounts that become one have one place and get one email: joined by %s', async (name, joinedBy) => {
  const names = [`${name.replaceAll(' ', '-')}-stays`, `${name.replaceAll(' ', '-')}-ends`] as const
  const people = [await signUp(names[0]), await signUp(names[1])] as const
  for (const [n, { api }] of people.entries()) if (joinedBy[n]) await api.billing.purchaseWish.ask()
  const [kept] = await entriesOf(people[joinedBy[0] ? 0 : 1])
  await merge(people[0], names[1])
  expect(await entriesOf(...people)).toEqual([{ ...kept, user_id: people[0].userId, told: false }])
  await tell()
  await tell()
  expect(writtenTo()).toEqual([`${names[0]}@waitlist.example.com`])
})

it('who was told already is not told again because of the other account', async () => {
  const [told, waiting] = [await signUp('told'), await signUp('waiting')]
  await told.api.billing.purchaseWish.ask()
  await tell()
  expect(writtenTo()).toEqual(['told@waitlist.example.com'])
  await waiting.api.billing.purchaseWish.ask()
  await merge(told, 'waiting')
  expect(await entriesOf(told, waiting)).toMatchObject([{ user_id: told.userId, told: true }])
  await tell()
  expect(writtenTo()).toEqual([])
})

it('goes with its account', async () => {
  const { api, userId } = await signUp('leaver')
  await api.billing.purchaseWish.ask()
  await foundation.database.query('delete from auth_users where id = $1', [userId])
  expect(await foundation.database.query('select 1 from purchase_wishes where user_id = $1', [userId])).toEqual([])
})
