// The page of the deletion says: ask for your money first. Who did has it, and the account ends on the day that was told, whoever decided nothing and
// whatever the provider answers (decision 0242).
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type AlipayEmulator, openAlipayEmulator } from '#emulators/alipay/emulator.ts'
import { openPaddleEmulator, type PaddleEmulator } from '#emulators/paddle/emulator.ts'
import { decideAdjustment } from '#emulators/paddle/state.ts'
import { REFUND_CHECKS } from '#features/billing/server/refund/refund-checks.ts'
import { runChecks } from '#features/processing/server/audit/run-checks.ts'
import { endAccountNow, runDueDeletions } from '../../testing/end-account.ts'
import { TEST_PASSWORD, type TestPerson } from '../../testing/test-person.ts'
import { numberOf, openTestShop, type TestShop } from '../../testing/test-shop.ts'

let alipay: AlipayEmulator
let paddle: PaddleEmulator
let shop: TestShop
let admin: TestPerson

beforeAll(async () => {
  alipay = await openAlipayEmulator({ isHeld: true })
  paddle = await openPaddleEmulator({ isHeld: true })
  shop = await openTestShop({ alipay, paddle })
  admin = await shop.signUpAdmin()
})
afterAll(() => shop.stop())
afterEach(async () => {
  const found = await runChecks(shop.foundation.database, REFUND_CHECKS)
  expect(found.filter(({ count }) => count > 0)).toEqual([])
})

/** Bought, asked for and left. */
async function leaver(provider: 'alipay' | 'paddle') {
  const person = await shop.signUp()
  const id = await shop.buy(person, provider)
  await person.api.billing.askRefund({ id, reason: '要删除账户' })
  // Only who has bought is told of refunds.
  expect(await person.api.ownData.deletionPreview()).toMatchObject({ hasPurchases: true })
  await person.api.ownData.deleteAccount({ password: TEST_PASSWORD })
  return { person, id }
}
const requestOf = async (id: string) =>
  (await admin.api.admin.refunds.list()).find(({ orderNumber }) => orderNumber === numberOf(id))

it('a request that nobody decided within the week is granted and paid, and the account ends', async () => {
  const { person, id } = await leaver('alipay')
  await endAccountNow(shop.foundation, person.userId)
  expect([...alipay.trades.get(numberOf(id))!.refunds.values()]).toEqual([2800])
  expect([await requestOf(id), await shop.stateOf(id)]).toMatchObject([
    { state: 'refunded', credits: 20, minor: 2800, userName: null },
    'refunded',
  ])
  expect(shop.emails.filter(({ to, subject }) => to === person.email && subject.includes('退款'))).toHaveLength(1)
})

it('what the provider has not proven yet keeps no account: the money is proven without it', async () => {
  const { person, id } = await leaver('paddle')
  await admin.api.admin.refunds.grant({ id: (await requestOf(id))!.id, minor: 399 })
  await endAccountNow(shop.foundation, person.userId)
  expect(await requestOf(id)).toMatchObject({ state: 'granted', userName: null })
  const asked = [...paddle.adjustments.values()].find(
    ({ transactionId }) => transactionId === shop.transactionOf(id).id,
  )
  decideAdjustment(paddle, asked!.id, 'approved')
  await shop.checkRefunds()
  expect([(await requestOf(id))!.state, await shop.stateOf(id)]).toEqual(['refunded', 'refunded'])
})

it('a request that cannot be granted keeps no account, and stays for a person', async () => {
  const { person, id } = await leaver('alipay')
  await shop.query(`update payment_orders set status = 'disputed', problem = 'refunded-elsewhere' where id = $1`, [id])
  await endAccountNow(shop.foundation, person.userId)
  expect(await requestOf(id)).toMatchObject({ state: 'requested', credits: 0, userName: null })
  const dispute = (await admin.api.admin.disputes.list()).find(({ userId }) => userId === person.userId)!
  await admin.api.admin.disputes.decide({ id: dispute.id, decision: 'returned', reason: '已核对' })
  expect([(await requestOf(id))!.state, await shop.stateOf(id)]).toEqual(['refused', 'refunded'])
})

it('who comes back while the accounts before are ended keeps the request, the credits and the account', async () => {
  const [one, other] = [await leaver('alipay'), await leaver('alipay')]
  // The first that is ended is the moment in which the owner of the second signs in.
  await shop.query(`create function come_back() returns trigger language plpgsql as $$ begin
    update auth_users set deletion_due_at = null where id <> new.user_id and deletion_due_at is not null;
    return new; end $$`)
  await shop.query('create trigger come_back after update on payment_refunds for each row execute function come_back()')
  await shop.query(
    `update auth_users set deletion_due_at = now() - interval '1 minute' where deletion_due_at is not null`,
  )
  await runDueDeletions(shop.foundation, one.person.userId)
  const left = () =>
    shop.query<{ id: string }>('select id from auth_users where id in ($1, $2)', [
      one.person.userId,
      other.person.userId,
    ])
  await expect.poll(left).toHaveLength(1)
  const [kept] = await left()
  const stays = kept!.id === one.person.userId ? one : other
  await shop.query('drop function come_back() cascade')
  expect([await requestOf(stays.id), await shop.stateOf(stays.id)]).toMatchObject([{ state: 'requested' }, 'paid'])
  expect(alipay.trades.get(numberOf(stays.id))!.refunds.size).toBe(0)
})
