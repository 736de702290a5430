// A campaign gives once a person, also where the person gathers accounts: what both redeemed does not come along, over HTTP (decisions 0107, 0227).
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectBooksToAgree } from '../../testing/expect-books-to-agree.ts'
import { postTo, signInPerson, signUpPerson, TEST_PASSWORD, type TestPerson } from '../../testing/test-person.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'

let shop: TestShop
let admin: TestPerson
beforeAll(async () => {
  shop = await openTestShop({})
  admin = await shop.signUpAdmin()
})
afterAll(async () => {
  await expectBooksToAgree(shop.foundation.database)
  await shop.stop()
})

const emailOf = (name: string) => `${name}@campaigns.example.com`
const signUp = (name: string) => signUpPerson(shop.origin, shop.origin, emailOf(name))
const signIn = (name: string) => signInPerson(shop.origin, shop.origin, emailOf(name))
const post = (...call: Parameters<ReturnType<typeof postTo>>) => postTo(shop.origin, shop.origin)(...call)
const remainingOf = async (name: string) => (await (await signIn(name)).api.account.profile.get()).credits.remaining

/** One public code of a campaign. */
async function makeCode(credits = 20): Promise<string> {
  const { codes } = await admin.api.admin.coupons.make({ name: '开业活动', credits, codes: 1, usesPerCode: 99 })
  return codes[0]!
}
const redeem = ({ api }: TestPerson, code: string) => api.billing.redeemCoupon({ code })
const spend = ({ userId }: TestPerson, credits: number) =>
  shop.query(`insert into usage_logs (user_id, job_id, kind, amount) values ($1, gen_random_uuid(), 'hold', $2)`, [
    userId,
    -credits,
  ])

/** What the page says before, and then the merge. */
async function merge(from: string, into: string) {
  const begun = await post('/api/v1/account/merge', { password: TEST_PASSWORD }, (await signIn(into)).headers)
  const [ticket] = begun.headers.getSetCookie().filter((cookie) => cookie.startsWith('huanying.merge='))
  const other = await signIn(from)
  const headers = { ...other.headers, cookie: `${other.cookie}; ${ticket!.split(';')[0]}` }
  const state = await (await fetch(`${shop.origin}/api/v1/account/merge`, { headers })).json()
  expect((await post('/api/v1/account/merge/confirm', {}, headers)).status).toBe(200)
  const { credits, freeCreditsLeft, campaignCreditsLeft } = state as Record<string, number>
  return { credits, freeCreditsLeft, campaignCreditsLeft }
}
const textsTo = (name: string) => shop.emails.filter(({ to }) => to === emailOf(name)).map(({ text }) => text)

it('what both accounts redeemed stays, as the page and the emails say, however often the mailbox signs up again', async () => {
  const code = await makeCode()
  await redeem(await signUp('stays'), code)
  await redeem(await signUp('again'), code)
  expect(await merge('again', 'stays')).toEqual({ credits: 5, freeCreditsLeft: 0, campaignCreditsLeft: 20 })
  expect(await remainingOf('stays')).toBe(30)
  const said = '转入 5 个积分，另有 20 个活动积分因主账户已参加过同一活动，没有转入。'
  for (const name of ['stays', 'again'])
    await expect.poll(() => textsTo(name)).toContainEqual(expect.stringContaining(said))

  await redeem(await signUp('again'), code)
  expect(await merge('again', 'stays')).toEqual({ credits: 0, freeCreditsLeft: 5, campaignCreditsLeft: 20 })
  expect(await remainingOf('stays')).toBe(30)
})

it('a campaign of the other account alone comes along once, and counts as redeemed from then on', async () => {
  const code = await makeCode()
  const primary = await signUp('without')
  await redeem(await signUp('with'), code)
  expect(await merge('with', 'without')).toEqual({ credits: 25, freeCreditsLeft: 0, campaignCreditsLeft: 0 })
  await expect(redeem(primary, code)).rejects.toMatchObject({ code: 'coupon-used-before' })
  await redeem(await signUp('with'), code)
  expect(await merge('with', 'without')).toEqual({ credits: 0, freeCreditsLeft: 5, campaignCreditsLeft: 20 })
  expect(await remainingOf('without')).toBe(30)
})

it('along a chain it stays, too', async () => {
  const code = await makeCode()
  await redeem(await signUp('chain-end'), code)
  await signUp('chain-middle')
  await redeem(await signUp('chain-begin'), code)
  expect(await merge('chain-begin', 'chain-middle')).toMatchObject({ credits: 25, campaignCreditsLeft: 0 })
  expect(await merge('chain-middle', 'chain-end')).toEqual({ credits: 5, freeCreditsLeft: 5, campaignCreditsLeft: 20 })
  expect(await remainingOf('chain-end')).toBe(30)
})

it('what was spent of it is gone, and what was bought comes along whole', async () => {
  const code = await makeCode()
  await redeem(await signUp('spent-end'), code)
  const other = await signUp('spender')
  await shop.query(
    `insert into usage_logs (user_id, kind, amount, total_amount, reference) values ($1, 'purchase', 20, 20, gen_random_uuid()::text)`,
    [other.userId],
  )
  await redeem(other, code)
  await spend(other, 8)
  expect(await merge('spender', 'spent-end')).toEqual({ credits: 20, freeCreditsLeft: 0, campaignCreditsLeft: 17 })
  // Credits that were used up long before make no room for those of a code.
  const late = await signUp('late')
  await shop.query(
    `insert into usage_logs (user_id, kind, amount, total_amount, reference) values ($1, 'purchase', 40, 40, gen_random_uuid()::text)`,
    [late.userId],
  )
  await spend(late, 45)
  await redeem(late, code)
  expect(await merge('late', 'spent-end')).toEqual({ credits: 0, freeCreditsLeft: 0, campaignCreditsLeft: 20 })
})
