// `npm run check:payments` against the emulators: unpaid orders are closed, a paid one is refunded, and a wrong key is reported.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AlipayEmulator, openAlipayEmulator } from '#emulators/alipay/emulator.ts'
import { openPaddleEmulator, type PaddleEmulator } from '#emulators/paddle/emulator.ts'
import { openWechatpayEmulator, type WechatpayEmulator } from '#emulators/wechatpay/emulator.ts'
import { systemClock } from '#platform/server/clock.ts'
import { readSettings } from '#platform/server/settings.ts'
import { rehearsePayments } from '../../doctor/rehearse-payments.ts'

const folder = mkdtempSync(join(tmpdir(), 'huanying-rehearsal-'))
let alipay: AlipayEmulator
let wechat: WechatpayEmulator
let paddle: PaddleEmulator
beforeAll(async () => {
  alipay = await openAlipayEmulator({ isHeld: true })
  wechat = await openWechatpayEmulator({ isHeld: true })
  paddle = await openPaddleEmulator({ isHeld: true })
})
afterAll(async () => {
  await Promise.all([alipay.close(), wechat.close(), paddle.close()])
  rmSync(folder, { recursive: true })
})

async function rehearse(changes: Record<string, string> = {}, onLine: (line: string) => void = () => {}, waitMs = 0) {
  const output: string[] = []
  const isWell = await rehearsePayments({
    settings: readSettings({
      DATA_DIR: folder,
      PACK_PRICES_CNY: 'small=28,some=68,pile=138,box=268',
      ...alipay.settings,
      ...wechat.settings,
      ...paddle.settings,
      ...changes,
    }),
    clock: systemClock,
    report: (line) => {
      output.push(line)
      onLine(line)
    },
    waitMs,
    pollMs: 20,
  })
  return { isWell, output: output.join('\n') }
}

it('orders nobody pays are closed at each provider', async () => {
  const { isWell, output } = await rehearse()
  expect(output).toMatch(/alipay: .*is paid at http.*\n.*unknown-there\n.*closed unpaid/)
  expect(output).toMatch(/wechatpay: .*¥28\.00 is paid at weixin:.*\n.*waiting\n.*closed unpaid/)
  expect(output).toMatch(/paddle: .*\$3\.99 is paid at http.*\n.*waiting\n.*closed unpaid/)
  expect(isWell).toBe(true)
  expect([...wechat.orders.values()].at(-1)!.state).toBe('CLOSED')
  expect([...paddle.transactions.values()].at(-1)!.status).toBe('canceled')
})

it('an order that somebody pays meanwhile is asked back', async () => {
  const pay = (line: string) => {
    const [, number] = /^wechatpay: order (\w+)/.exec(line) ?? []
    if (number) wechat.pay(number)
  }
  const { isWell, output } = await rehearse({}, pay)
  expect([isWell, output]).toEqual([
    true,
    expect.stringMatching(/wechatpay: asked about, the order is paid\nwechatpay: ¥28\.00 asked back/),
  ])
  expect([...wechat.refunds.values()]).toMatchObject([{ refundFen: 2800 }])
})

it('a wrong key is told and fails, and the others are rehearsed all the same', async () => {
  const { isWell, output } = await rehearse({ PADDLE_API_KEY: 'pdl_sdbx_another_key_of_nobody' })
  expect([isWell, output]).toEqual([false, expect.stringContaining('paddle: FAILED: Paddle answered 403')])
  expect(output).toContain('wechatpay: closed unpaid')
})
