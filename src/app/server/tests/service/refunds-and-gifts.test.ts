// What is given is never paid out: refunds of packs beside codes, gifts, returned runs and merged accounts, over HTTP against Alipay's emulator
// (decisions 0084, 0226).
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { openAlipayEmulator } from '#emulators/alipay/emulator.ts'
import { COUPON_CHECK } from '#features/billing/server/coupon/coupon-check.ts'
import { REFUND_CHECKS } from '#features/billing/server/refund/refund-checks.ts'
import { MONEY_CHECKS } from '#features/processing/server/audit/money-checks.ts'
import { runChecks } from '#features/processing/server/audit/run-checks.ts'
import { createScriptedProvider } from '#features/processing/server/provider/scripted-provider.ts'
import { createTestUpload } from '#features/processing/server/testing/test-service.ts'
import { startOf } from '#features/processing/testing/start-of.ts'
import { codeOf } from '../../testing/code-of.ts'
import { postTo, signInPerson, TEST_PASSWORD, type TestPerson } from '../../testing/test-person.ts'
import { type Buyer, balanceOf, numberOf, openTestShop, type TestShop } from '../../testing/test-shop.ts'

/** Those that a ledger without whole runs can pass. */
const CHECKS = [
  ...MONEY_CHECKS.filter(({ name }) => name === 'balances' || name === 'negative'),
  ...REFUND_CHECKS,
  COUPON_CHECK,
]

const provider = createScriptedProvider()
let shop: TestShop
let admin: TestPerson
let person: Buyer

beforeAll(async () => {
  shop = await openTestShop({ alipay: await openAlipayEmulator({ isHeld: true }) }, { parts: { provider } })
  admin = await shop.signUpAdmin()
})
afterAll(() => shop.stop())
beforeEach(async () => {
  person = await shop.signUp()
})
afterEach(async () => {
  expect((await runChecks(shop.foundation.database, CHECKS)).filter(({ count }) => count > 0)).toEqual([])
})

/** 20 credits for ¥28.00; everybody has 5 free ones before. */
const buy = (by = person) => shop.buy(by, 'alipay')
const spend = (credits: number, by: TestPerson = person) =>
  shop.query(`insert into usage_logs (user_id, job_id, kind, amount) values ($1, gen_random_uuid(), 'hold', $2)`, [
    by.userId,
    -credits,
  ])
async function redeem(by: TestPerson = person, credits = 20): Promise<void> {
  const { codes } = await admin.api.admin.coupons.make({ name: '开业活动', credits, codes: 1, usesPerCode: 1 })
  await by.api.billing.redeemCoupon({ code: codes[0]! })
}
const refundableOf = async (id: string, by: TestPerson = person) => (await by.api.billing.order({ id })).refundable
const ask = (id: string, by: TestPerson = person) => codeOf(by.api.billing.askRefund({ id, reason: '' }))
const requestOf = async (id: string) =>
  (await admin.api.admin.refunds.list()).find(({ orderNumber }) => orderNumber === numberOf(id))!

it('a shop whose provider knows us has nothing to set before it opens', async () => {
  const { parts, openingTasks } = await admin.api.admin.dashboard.system()
  expect([parts.payment, openingTasks.includes('payment')]).toEqual(['healthy', false])
})

it('a pack that was used up has nothing to pay back, whatever is given afterwards', async () => {
  const id = await buy()
  await spend(25)
  await redeem()
  expect(await balanceOf(person)).toBe(20)
  expect([await refundableOf(id), await ask(id)]).toEqual([null, 'refund-nothing-left'])
  // Nor by an administrator's hand.
  await admin.api.admin.users.update({
    id: person.userId,
    userType: 'free',
    creditsRemaining: 60,
    reason: '补偿',
    seen: { userType: 'free', creditsRemaining: 20 },
  })
  expect(await balanceOf(person)).toBe(60)
  expect([await refundableOf(id), await ask(id)]).toEqual([null, 'refund-nothing-left'])
})

it('a request that was made before is worth what is left of its pack when it is decided', async () => {
  const id = await buy()
  expect(await ask(id)).toBe('ok')
  await spend(25)
  await redeem()
  const request = await requestOf(id)
  expect(request).toMatchObject({ credits: 0, minor: 0 })
  expect(await codeOf(admin.api.admin.refunds.grant({ id: request.id, minor: 2800 }))).toBe('refund-nothing-left')
  expect(await balanceOf(person)).toBe(20)
})

it('a code that was there before the pack was used is spent before it', async () => {
  const id = await buy()
  await redeem()
  await spend(28)
  expect(await refundableOf(id)).toMatchObject({ credits: 17, minor: 2380 })
})

it('a run that ends without its price gives back to the pack, not to what was given meanwhile', async () => {
  const id = await buy()
  await spend(23)
  provider.next({ hangs: true })
  const uploadId = await createTestUpload(shop.foundation, person.userId)
  const job = await person.api.processing.jobs.start(startOf({ uploadId }))
  await redeem()
  expect([await balanceOf(person), await refundableOf(id)]).toEqual([20, null])
  await person.api.processing.jobs.cancel({ id: job.id })
  await expect.poll(() => refundableOf(id)).toMatchObject({ credits: 2, minor: 280 })
})

it('a chargeback takes what is left of its pack, and no gift', async () => {
  const id = await buy()
  await spend(25)
  await redeem()
  await shop.query(`update payment_orders set status = 'disputed', problem = 'refunded-elsewhere' where id = $1`, [id])
  const dispute = (await admin.api.admin.disputes.list()).find((one) => one.id === id)!
  expect(dispute.order).toMatchObject({ packCredits: 20, unusedCredits: 0 })
  await shop.query(`update payment_orders set status = 'paid', problem = null where id = $1`, [id])
})

async function merge(from: Buyer, into: Buyer): Promise<TestPerson> {
  const post = postTo(shop.origin, shop.origin)
  const begun = await post('/api/v1/account/merge', { password: TEST_PASSWORD }, into.headers)
  const [ticket] = begun.headers.getSetCookie().filter((cookie) => cookie.startsWith('huanying.merge='))
  const other = await signInPerson(shop.origin, shop.origin, from.email)
  const headers = { ...other.headers, cookie: `${other.cookie}; ${ticket!.split(';')[0]}` }
  expect((await post('/api/v1/account/merge/confirm', {}, headers)).status).toBe(200)
  return signInPerson(shop.origin, shop.origin, into.email)
}

it('a pack of a merged account is worth what was left of it there', async () => {
  const merged = await shop.signUp()
  const [used, half] = [await buy(merged), await buy(merged)]
  await spend(32, merged)
  await redeem(merged)
  await redeem()
  const own = await merge(merged, person)
  expect(await balanceOf(own)).toBe(58)
  const left = async () => [await refundableOf(used, own), (await refundableOf(half, own))?.credits]
  expect(await left()).toEqual([null, 13])
  await spend(50, own)
  expect(await left()).toEqual([null, 8])
})

it('a merge of before merges named their lots: as much as can be lies in the newest packs', async () => {
  const merged = await shop.signUp()
  const [older, newer] = [await buy(merged), await buy(merged)]
  await spend(20, merged)
  const own = await merge(merged, person)
  await shop.query('alter table usage_logs disable trigger usage_logs_protect')
  await shop.query(`update usage_logs set details = details - 'lots' where user_id = $1 and kind = 'merge'`, [
    own.userId,
  ])
  await shop.query('alter table usage_logs enable trigger usage_logs_protect')
  await spend(6, own)
  expect([(await refundableOf(older, own))?.credits, (await refundableOf(newer, own))?.credits]).toEqual([4, 20])
})
