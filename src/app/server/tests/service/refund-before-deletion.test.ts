// The page of the deletion says: ask for your money first. Who did is not forgotten while the operator takes longer than the week (decision 0242).
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AlipayEmulator, openAlipayEmulator } from '#emulators/alipay/emulator.ts'
import { REFUND_CHECKS } from '#features/billing/server/refund/refund-checks.ts'
import { runChecks } from '#features/processing/server/audit/run-checks.ts'
import { endAccountNow, runDueDeletions } from '../../testing/end-account.ts'
import { TEST_PASSWORD } from '../../testing/test-person.ts'
import { numberOf, openTestShop, type TestShop } from '../../testing/test-shop.ts'

let alipay: AlipayEmulator
let shop: TestShop

beforeAll(async () => {
  alipay = await openAlipayEmulator({ isHeld: true })
  shop = await openTestShop({ alipay })
})
afterAll(() => shop.stop())

async function leave() {
  const person = await shop.signUp()
  return { person, go: () => person.api.ownData.deleteAccount({ password: TEST_PASSWORD }) }
}

it('a request for money outlives the week of a deletion: the account ends once it is decided and paid', async () => {
  const admin = await shop.signUpAdmin()
  const { person, go } = await leave()
  const id = await shop.buy(person, 'alipay')
  await person.api.billing.askRefund({ id, reason: '要删除账户' })
  await go()
  // Who ends in the second round shows that the first one is over.
  for (let round = 0; round < 2; round += 1) {
    const other = await leave()
    await other.go()
    await runDueDeletions(shop.foundation, person.userId)
    await endAccountNow(shop.foundation, other.person.userId)
  }
  const [request] = await admin.api.admin.refunds.list()
  expect(request).toMatchObject({ userId: person.userId, state: 'requested', credits: 20, minor: 2800 })
  expect(await admin.api.admin.refunds.grant({ id: request!.id, minor: 2800 })).toMatchObject({ state: 'refunded' })
  expect([...alipay.trades.get(numberOf(id))!.refunds.values()]).toEqual([2800])
  await endAccountNow(shop.foundation, person.userId)
  expect((await runChecks(shop.foundation.database, REFUND_CHECKS)).filter(({ count }) => count > 0)).toEqual([])
})
