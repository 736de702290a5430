import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { nearTests } from './near-tests.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const SERVICE = 'src/app/server/tests/service'

it('a change of one feature asks for its own tests and for those that are named after it, and says what else reaches it', () => {
  const { near, left } = nearTests(root, ['src/features/billing/server/coupon/redeem-coupon.ts'])
  expect(near).toContain(`${SERVICE}/coupons.test.ts`)
  expect(near.length).toBeLessThan(8)
  expect(left).toContain(`${SERVICE}/kill.test.ts`)
  expect(left.length).toBeGreaterThan(40)
})

it('a use case of the largest feature asks for the tests of its room, not for all that open the feature', () => {
  const { near, left } = nearTests(root, ['src/features/processing/server/start/start-job.ts'])
  expect(near).toContain('src/features/processing/server/start/start-job.test.ts')
  expect(near.length).toBeLessThan(15)
  expect(left).toContain('src/features/processing/server/tiles/picture-tiles.test.ts')
})

it('a rule selects the tests of its users, a test selects itself, an emulator the tests over it', () => {
  expect(nearTests(root, ['src/rulebook/account/phone.ts']).near).toEqual(
    expect.arrayContaining([
      'src/features/account/server/phone/phone-account.test.ts',
      'src/features/account/web/phone/phone-section.test.tsx',
    ]),
  )
  const itself = 'src/platform/server/queue/boss-queue.test.ts'
  expect(nearTests(root, [itself])).toEqual({ near: [itself], left: [] })
  const alipay = nearTests(root, ['emulators/alipay/emulator.ts'])
  expect(alipay.near).toContain(`${SERVICE}/payment-alipay.test.ts`)
})
