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

it('what every test opens is a composition, too: a rule of credits, the names of queues', () => {
  for (const [file, test] of [
    ['src/features/credits/server/hold-credits.ts', 'src/features/credits/server/ledger.test.ts'],
    ['src/features/processing/server/queue-names.ts', 'src/features/processing/server/work/one-run-alone.test.ts'],
  ] as const) {
    const { near, left } = nearTests(root, [file])
    expect(near).toContain(test)
    expect(near.length, file).toBeLessThan(25)
    expect(left.length).toBeGreaterThan(30)
  }
})

it('a filter of the engine asks for the tests of its room and of those above that name it, not for all that compute pictures', () => {
  const { near, left } = nearTests(root, ['src/engine/operations/inpaint.ts'])
  expect(near.length).toBeGreaterThan(0)
  expect(near.length).toBeLessThan(15)
  expect(near.every((test) => test.startsWith('src/engine/'))).toBe(true)
  expect(left).toContain('src/engine/host/hostile-corpus.test.ts')
})

it('the host of the engine asks for its own tests and for those that open it', () => {
  expect(nearTests(root, ['src/engine/host/start-child.ts']).near).toContain('src/engine/host/standby.test.ts')
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
