// A code is counted, and a campaign stopped, without anything happening to others.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemClock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/database.ts'
import { changedRows } from '#platform/server/database/testing/changed-rows.ts'
import { openTestDatabase } from '#platform/server/database/testing/test-database.ts'
import { addBuyer } from '../testing/crowded-books.ts'
import { makeCoupons, readCouponCodes, stopCoupons } from './coupon-desk.ts'
import { redeemCoupon } from './redeem-coupon.ts'

let database: Database
let userId: string
beforeAll(async () => {
  database = await openTestDatabase()
  userId = await addBuyer(database)
})
afterAll(() => database.close())

const make = (name: string) =>
  database.orm.transaction((tx) =>
    makeCoupons(tx, { name, credits: 20, codes: 2, usesPerCode: 2 }, new Date(), async () => randomUUID()),
  )
const stop = (id: string) => database.orm.transaction((tx) => stopCoupons(tx, id, new Date()))
const redeem = (code: string, by = userId) => redeemCoupon({ database, clock: systemClock }, { userId: by, code })
const changes = <Answer>(act: () => Promise<Answer>) =>
  changedRows(database, ['coupon_batches', 'coupon_codes', 'coupon_redemptions'], act)

it('a code is redeemed alone, by who has redeemed other campaigns and after others who redeemed this one', async () => {
  const [before, batch, after] = [await make('before'), await make('this'), await make('after')]
  const [code, second] = batch.codes as [string, string]
  await redeem(before.codes[0]!)
  await redeem(code, await addBuyer(database))
  const { changed } = await changes(() => redeem(code))
  const redeemed = await database.query<{ id: string; code_id: string; batch_id: string }>(
    'select id, code_id, batch_id from coupon_redemptions where id = any($1)',
    [changed],
  )
  expect(redeemed).toEqual([{ id: expect.any(String), code_id: expect.any(String), batch_id: batch.id }])
  expect(changed.toSorted()).toEqual([redeemed[0]!.id, redeemed[0]!.code_id].toSorted())
  await expect(redeem(second)).rejects.toMatchObject({ code: 'coupon-used-before' })
  const uses = async ({ id }: { id: string }) =>
    (await readCouponCodes(database.orm, id)).codes.map((one) => one.uses).toSorted()
  expect([await uses(before), await uses(batch), await uses(after)]).toEqual([
    [0, 1],
    [0, 2],
    [0, 0],
  ])
})

it('a campaign is stopped alone, and once', async () => {
  const batch = await make('stopped')
  expect((await changes(() => stop(batch.id))).changed).toEqual([batch.id])
  await expect(stop(batch.id)).rejects.toMatchObject({ code: 'coupon-missing' })
})
