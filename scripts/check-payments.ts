// `npm run check:payments [-- --wait 10]`: the payment providers that are configured, with their real keys, from an order to its end. With `--wait` somebody has
// so many minutes to pay each order, and is refunded. Ends with code 1 when a provider did not do what it should.
import { rehearsePayments } from '#app/server/doctor/rehearse-payments.ts'
import { systemClock } from '#platform/server/clock.ts'
import { loadEnvFile } from '#platform/server/env-file.ts'
import { readSettings } from '#platform/server/settings.ts'

loadEnvFile()
const POLL_MS = 3000
const at = process.argv.indexOf('--wait')
const minutes = at < 0 ? 0 : Number(process.argv[at + 1] ?? 10)
const isWell = await rehearsePayments({
  settings: readSettings(process.env),
  clock: systemClock,
  report: (line) => console.log(line),
  waitMs: minutes * 60_000,
  pollMs: POLL_MS,
})
process.exit(isWell ? 0 : 1)
