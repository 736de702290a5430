// `npm run dev:wechat`: WeChat's sign-in as a process of its own, for trying it on this machine without an application of the open platform.
// WECHAT_EMULATOR_PORT (4730) is where it answers; PUBLIC_ORIGIN is the service's.
import { openWechat } from './emulator.ts'

const { host } = new URL(process.env.PUBLIC_ORIGIN || 'http://localhost:3000')
const emulator = await openWechat({ port: Number(process.env.WECHAT_EMULATOR_PORT || '4730'), domain: host })
console.log(`The emulator answers at ${emulator.origin}. Settings that make the product use it:\n`)
for (const [name, value] of Object.entries(emulator.settings)) console.log(`${name}=${value}`)
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void emulator.close().then(() => process.exit(0)))
