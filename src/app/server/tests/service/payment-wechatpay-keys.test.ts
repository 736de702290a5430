// Platform certificates of WeChat Pay against its emulator (payment contracts §2.2): fetched when they are needed, believed only when signed by
// themselves, never fetched as often as a stranger likes.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openWechatpayEmulator, type WechatpayEmulator } from '#emulators/wechatpay/emulator.ts'
import { NO_REFERENCES } from '#features/billing/server/payment/order-references.ts'
import { configuredProviders } from '#features/billing/server/payment/payment.ts'
import type { PaymentProvider } from '#features/billing/server/payment/payment-provider.ts'
import { readSettings } from '#platform/server/settings.ts'

let wechat: WechatpayEmulator
let provider: PaymentProvider
let laterMs = 0
beforeEach(async () => {
  wechat = await openWechatpayEmulator({ kind: 'certificate', isHeld: true })
  laterMs = 0
  const settings = readSettings({
    SECRET: 'x'.repeat(32),
    PACK_PRICES_CNY: 'small=28,some=68,pile=138,box=268',
    ...wechat.settings,
  })
  const clock = { now: () => new Date(Date.now() + laterMs) }
  provider = configuredProviders({ settings, clock, references: NO_REFERENCES }).get('wechatpay')!
})
afterEach(() => wechat.close())

const ask = () => provider.queryOrder('0'.repeat(32))
const fetched = () => wechat.calls.filter((call) => call === 'certificates').length

it('are fetched once for many answers', async () => {
  expect(await Promise.all([ask(), ask(), ask()])).toEqual(Array(3).fill({ state: 'unknown-there' }))
  expect(fetched()).toBe(1)
})

it('a new one is known within a minute, and strangers’ serial numbers fetch nothing more (52, 54)', async () => {
  await ask()
  wechat.rotateCertificate()
  for (let n = 0; n < 20; n += 1) {
    const headers = new Headers({ 'Wechatpay-Serial': (n + 16).toString(16).repeat(20) })
    await expect(provider.verifyWebhook({ body: new Uint8Array(), headers })).rejects.toThrow('nobody vouches')
  }
  await expect(ask()).rejects.toThrow('nobody vouches')
  expect(fetched()).toBe(1)
  laterMs = 61_000
  expect(await ask()).toEqual({ state: 'unknown-there' })
  expect(fetched()).toBe(2)
})

it.each(['bad-sign', 'no-sign', 'stale', 'error-500', 'drop-after'] as const)(
  'a list that proves nothing (%s) is not believed, and asked for again',
  async (action) => {
    wechat.faults.push({ call: 'certificates', action })
    await expect(ask()).rejects.toThrow('nobody vouches')
    laterMs = 61_000
    expect(await ask()).toEqual({ state: 'unknown-there' })
  },
)

it('are looked at again after half a day', async () => {
  await ask()
  laterMs = 43_300_000
  wechat.clock.advance(43_300)
  expect(await ask()).toEqual({ state: 'unknown-there' })
  expect(fetched()).toBe(2)
})
