// Money back through Paddle over HTTP, against its emulator: people approve it there, and it takes no number of ours, so nothing is asked for twice
// (decisions 0084 and 0101; docs/payment-faults.md, cases 71 and 72).
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { openPaddleEmulator, type PaddleEmulator } from '#emulators/paddle/emulator.ts'
import { type CallFault, decideAdjustment, payTransaction } from '#emulators/paddle/state.ts'
import { readSettings } from '#platform/server/settings.ts'
import { checkPayment } from '../../doctor/check-payment.ts'
import { expectBooksToAgree } from '../../testing/expect-books-to-agree.ts'
import type { TestPerson } from '../../testing/test-person.ts'
import { balanceOf, FREE_CREDITS as FREE, numberOf, openTestShop, type TestShop } from '../../testing/test-shop.ts'

let paddle: PaddleEmulator
let shop: TestShop
let admin: TestPerson
let person: TestPerson

beforeAll(async () => {
  paddle = await openPaddleEmulator({ isHeld: true })
  shop = await openTestShop({ paddle })
  admin = await shop.signUpAdmin()
})
afterAll(() => shop.stop())
beforeEach(async () => {
  person = await shop.signUp()
  paddle.calls.length = 0
  paddle.faults.length = 0
})
afterEach(() => expectBooksToAgree(shop.foundation.database))

const balance = () => balanceOf(person)
const orderOf = (id: string) => person.api.billing.order({ id })
const adjustmentsOf = (id: string) =>
  [...paddle.adjustments.values()].filter(({ transactionId }) => transactionId === shop.transactionOf(id).id)
const fault = (call: CallFault['call'], action: CallFault['action']) => void paddle.faults.push({ call, action })
const sendLatest = () => shop.sendLatest('paddle')

/** A pack of 20 credits for $3.99, whose money an administrator has granted back. */
async function grantedRefund(used = 0): Promise<string> {
  const id = await shop.buy(person, 'paddle', 25)
  expect(await balance()).toBe(FREE + 20)
  if (used > 0) await spend(used)
  await person.api.billing.askRefund({ id, reason: '买错了' })
  const request = (await admin.api.admin.refunds.list()).find(({ orderNumber }) => orderNumber === numberOf(id))!
  await admin.api.admin.refunds.grant({ id: request.id, minor: request.minor })
  return id
}
/** A run that is over and took these: the free credits go first. */
const spend = (credits: number) =>
  shop.query(`insert into usage_logs (user_id, job_id, kind, amount) values ($1, gen_random_uuid(), 'hold', $2)`, [
    person.userId,
    -credits,
  ])
it('accepted is not refunded; the webhook of the approval makes us ask, and the order is refunded then', async () => {
  const id = await grantedRefund()
  expect(await balance()).toBe(FREE)
  const [entry] = adjustmentsOf(id)
  expect(entry).toMatchObject({ netCents: 399, status: 'pending_approval' })
  expect(await sendLatest()).toBe(200)
  await shop.checkRefunds()
  expect(await orderOf(id)).toMatchObject({ status: 'paid', refund: { state: 'granted' } })
  decideAdjustment(paddle, entry!.id, 'approved')
  for (let n = 0; n < 2; n += 1) expect(await sendLatest()).toBe(200)
  expect(await orderOf(id)).toMatchObject({ status: 'refunded', refund: { state: 'refunded', minor: 399 } })
  expect(adjustmentsOf(id)).toHaveLength(1)
})

it.each(['drop-before', 'drop-after', 'error-500', 'error-429', 'bad-gateway', 'garbage-after'] as const)(
  'an answer that proves nothing (%s) is looked for under our number before anything is asked again, and pays back once',
  async (action) => {
    fault('adjust', action)
    const id = await grantedRefund()
    expect([await balance(), (await orderOf(id)).status]).toEqual([FREE, 'paid'])
    await shop.checkRefunds()
    await shop.checkRefunds()
    expect(adjustmentsOf(id)).toHaveLength(1)
    decideAdjustment(paddle, adjustmentsOf(id)[0]!.id, 'approved')
    await shop.checkRefunds()
    expect(await orderOf(id)).toMatchObject({ status: 'refunded' })
  },
)

it('a refusal is not believed while the refund that caused it is there: its money went, so the credits stay taken', async () => {
  fault('adjust', 'drop-after')
  const id = await grantedRefund()
  decideAdjustment(paddle, adjustmentsOf(id)[0]!.id, 'approved')
  // Asked again before the list shows what the lost answer had made, as two workers at once would.
  for (let n = 0; n < 2; n += 1) fault('adjustments', 'empty')
  await shop.checkRefunds()
  expect(await orderOf(id)).toMatchObject({ status: 'refunded', refund: { state: 'refunded', minor: 399 } })
  expect([await balance(), adjustmentsOf(id).length]).toEqual([FREE, 1])
})

it('a refund that people reject there gives the credits again; the order stays paid and may be asked about again (71)', async () => {
  const id = await grantedRefund()
  decideAdjustment(paddle, adjustmentsOf(id)[0]!.id, 'rejected')
  expect(await sendLatest()).toBe(200)
  expect([(await orderOf(id)).status, await balance()]).toEqual(['paid', FREE + 20])
  expect((await orderOf(id)).refundable).not.toBeNull()
})

it('an open refund that somebody else made there is waited out (72)', async () => {
  const { id } = await person.api.billing.buy({ packId: 'small', provider: 'paddle' })
  const { id: transactionId } = payTransaction(paddle, shop.transactionOf(id).id)
  await sendLatest()
  const theirs = {
    id: 'adj_theirs',
    action: 'refund',
    transactionId,
    reason: 'by hand',
    netCents: 1,
    status: 'pending_approval',
  } as const
  paddle.adjustments.set(theirs.id, { ...theirs })
  await person.api.billing.askRefund({ id, reason: '买错了' })
  const request = (await admin.api.admin.refunds.list()).find(({ orderNumber }) => orderNumber === numberOf(id))!
  await admin.api.admin.refunds.grant({ id: request.id, minor: request.minor })
  expect([adjustmentsOf(id).length, (await orderOf(id)).refund?.state]).toEqual([1, 'granted'])
  decideAdjustment(paddle, theirs.id, 'rejected')
  await shop.checkRefunds()
  expect(adjustmentsOf(id)).toHaveLength(2)
  decideAdjustment(paddle, adjustmentsOf(id)[1]!.id, 'approved')
  await shop.checkRefunds()
  expect(await orderOf(id)).toMatchObject({ status: 'refunded' })
})

it('a part of a pack is a part of the price without tax, under one number', async () => {
  const id = await grantedRefund(FREE + 5)
  expect(adjustmentsOf(id)).toMatchObject([{ netCents: Math.ceil((399 * 15) / 20), status: 'pending_approval' }])
  decideAdjustment(paddle, adjustmentsOf(id)[0]!.id, 'approved')
  expect(await sendLatest()).toBe(200)
  expect(await orderOf(id)).toMatchObject({ status: 'paid', refund: { state: 'refunded' } })
})

it('the doctor knows a good account and a wrong key; half an account and one in the clear stop the start', async () => {
  const base = { DATA_DIR: shop.foundation.settings.dataDir, ...paddle.settings }
  expect(await checkPayment(readSettings(base))).toMatchObject({ statement: expect.stringContaining('paddle know us') })
  const wrong = readSettings({ ...base, PADDLE_API_KEY: 'pdl_sdbx_another_key_of_nobody' })
  await expect(checkPayment(wrong)).rejects.toThrow('403 authentication_malformed')
  expect(() => readSettings({ ...base, PADDLE_WEBHOOK_SECRET: '' })).toThrow('together or not at all')
  expect(() => readSettings({ ...base, PADDLE_API_URL: 'http://api.paddle.example' })).toThrow('must be https')
  expect(() => readSettings({ ...base, PADDLE_CHECKOUT_URL: 'http://pay.example/x' })).toThrow('must be https')
})
