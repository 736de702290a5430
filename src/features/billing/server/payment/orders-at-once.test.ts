// Many presses of "buy" at once open no more orders than one person may have open.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemClock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/database.ts'
import { openTestDatabase } from '#platform/server/database/testing/test-database.ts'
import { OPEN_ORDERS_MAX } from '#rulebook/credits/orders.ts'
import { addBuyer } from '../testing/crowded-books.ts'
import { createOrder } from './create-order.ts'
import type { PaymentParts } from './payment-parts.ts'
import { PaymentUnknown } from './payment-provider.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

it('thirty presses at once open ten orders, and the others are refused', async () => {
  const userId = await addBuyer(database)
  const createCheckout = () => Promise.reject(new PaymentUnknown('away'))
  const parts = {
    database,
    clock: systemClock,
    settings: { publicOrigin: 'https://shop.example.com', payment: { pricesFen: { small: 2800 } } },
    providers: new Map([['alipay', { name: 'alipay', createCheckout }]]),
    log: { error: () => {} },
  } as unknown as PaymentParts
  const buyer = { userId, isPhone: false, isInWechat: false, clientAddress: '192.0.2.1' }
  const buy = () => createOrder(parts, { ...buyer, packId: 'small', provider: 'alipay' })
  const answers = await Promise.allSettled(Array.from({ length: 30 }, buy))
  const refusals = answers.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
  expect(refusals).toEqual(Array(30 - OPEN_ORDERS_MAX).fill('too-many-orders'))
  const open = await database.query('select count(*)::int as n from payment_orders where user_id = $1', [userId])
  expect(open).toEqual([{ n: OPEN_ORDERS_MAX }])
})
