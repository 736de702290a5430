// `npm run dev:topaz`: the emulator as a process of its own, for trying the product against it. Settings are environment variables:
// TOPAZ_EMULATOR_PORT (4600; the blob origin is the next one), _KEY, _CREDITS, _GENERATION (g1, g2, g3), _STRICT (on, off),
// _PICTURES (engine, resize), _SPEED (virtual seconds per second).
import { openTopazEmulator } from './emulator.ts'
import { GENERATIONS } from './vendor-models.ts'

const read = (name: string, otherwise: string): string => process.env[`TOPAZ_EMULATOR_${name}`] || otherwise

const port = Number(read('PORT', '4600'))
const key = read('KEY', 'emulator-key')
const generation = GENERATIONS.find((name) => name === read('GENERATION', 'g2'))
if (!generation) throw new Error(`TOPAZ_EMULATOR_GENERATION is none of ${GENERATIONS.join(', ')}`)

const emulator = await openTopazEmulator({
  port,
  blobPort: port === 0 ? 0 : port + 1,
  keys: { [key]: 'good' },
  credits: Number(read('CREDITS', '1000')),
  pictures: read('PICTURES', 'engine') === 'resize' ? 'resize' : 'engine',
  clockSpeed: Number(read('SPEED', '1')),
  settings: { generation, isStrict: read('STRICT', 'off') === 'on' },
})
console.log(
  `The Topaz emulator (${generation}) answers at ${emulator.imageBase}; pictures lie at ${emulator.blobOrigin}.`,
)
console.log(
  `PROVIDER=topaz TOPAZ_API_KEY=${key} TOPAZ_BASE_URL=${emulator.imageBase} TOPAZ_ACCOUNT_URL=${emulator.accountBase} npm run dev`,
)
process.send?.({ origin: emulator.origin, blobOrigin: emulator.blobOrigin })
const stop = () => void emulator.close().then(() => process.exit(0))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
// The parent process is gone.
process.once('disconnect', stop)
