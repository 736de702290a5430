// `npm run dev:sms -- aliyun` (or `tencent`): the vendor as a process of its own, for binding a phone on this machine without an account.
// SMS_EMULATOR_PORT (4740) is where it answers; its keys are new at every start, and what it delivers is shown here.
import { openAliyunSms } from './aliyun.ts'
import { openTencentSms } from './tencent.ts'

const POLL_MS = 200

const open = process.argv[2] === 'tencent' ? openTencentSms : openAliyunSms
const emulator = await open({ port: Number(process.env.SMS_EMULATOR_PORT || '4740') })
console.log(`The emulator answers at ${emulator.origin}. Settings that make the product use it:\n`)
for (const [name, value] of Object.entries(emulator.settings)) console.log(`${name}=${value}`)
let shown = 0
const showing = setInterval(() => {
  for (const { to, signName, text } of emulator.delivered.slice(shown)) console.log(`${to}  【${signName}】${text}`)
  shown = emulator.delivered.length
}, POLL_MS)
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    clearInterval(showing)
    void emulator.close().then(() => process.exit(0))
  })
