// `npm run dev:payments`: the payment providers as a process of its own, for buying on this machine without money. ALIPAY_EMULATOR_PORT (4700),
// WECHATPAY_EMULATOR_PORT (4710) and PADDLE_EMULATOR_PORT (4720) are where they answer; their keys are new at every start. PUBLIC_ORIGIN is where the
// product answers: only Paddle needs it configured.
import { openAlipayEmulator } from '../alipay/emulator.ts'
import { openPaddleEmulator } from '../paddle/emulator.ts'
import { openWechatpayEmulator } from '../wechatpay/emulator.ts'

const port = (name: string, usual: string): number => Number(process.env[name] || usual)
const alipay = await openAlipayEmulator({ port: port('ALIPAY_EMULATOR_PORT', '4700'), retrySpeed: 60 })
const wechatpay = await openWechatpayEmulator({ port: port('WECHATPAY_EMULATOR_PORT', '4710'), retrySpeed: 60 })
const paddle = await openPaddleEmulator({ port: port('PADDLE_EMULATOR_PORT', '4720'), retrySpeed: 60 })
paddle.sendWebhooksTo(`${process.env.PUBLIC_ORIGIN || 'http://localhost:3000'}/api/payments/paddle/notice`)
console.log(`Alipay's emulator answers at ${alipay.origin}.`)
console.log(`WeChat Pay's answers at ${wechatpay.origin()}; codes are scanned by opening that page.`)
console.log(`Paddle's answers at ${paddle.origin}.`)
console.log('Settings that make the product use them, together or one of them:\n')
for (const [name, value] of Object.entries({
  ...alipay.settings,
  ...wechatpay.settings,
  ...wechatpay.inAppSettings,
  ...paddle.settings,
}))
  console.log(`${name}=${value}`)
console.log('PACK_PRICES_CNY=small=28,some=68,pile=138,box=268')
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(
    signal,
    () => void Promise.all([alipay.close(), wechatpay.close(), paddle.close()]).then(() => process.exit(0)),
  )
