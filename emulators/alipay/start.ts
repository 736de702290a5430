// `npm run dev:payments`: the payment provider as a process of its own, for buying on this machine without money. ALIPAY_EMULATOR_PORT
// (4700) is where it answers; its keys are made anew at every start.
import { openAlipayEmulator } from './emulator.ts'

const emulator = await openAlipayEmulator({ port: Number(process.env.ALIPAY_EMULATOR_PORT || '4700'), retrySpeed: 60 })
console.log(`The Alipay emulator answers at ${emulator.origin}. Settings that make the product use it:\n`)
for (const [name, value] of Object.entries(emulator.settings)) console.log(`${name}=${value}`)
console.log('PACK_PRICES_CNY=small=28,some=68,pile=138,box=268')
process.send?.({ origin: emulator.origin })
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void emulator.close().then(() => process.exit(0)))
