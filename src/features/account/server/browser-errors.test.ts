// Browser reports of errors that users do not see (P-26), also under a flood of them.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createLog } from '#platform/server/log.ts'
import { openTestAccounts, type TestAccounts } from './testing/test-accounts.ts'

const lines: string[] = []
let service: TestAccounts
beforeAll(async () => {
  service = await openTestAccounts({ log: createLog('warn', { write: (line) => void lines.push(line) }) })
})
afterAll(() => service.close())
beforeEach(() => lines.splice(0))

const STORE_ERROR = { place: 'session-store', name: 'QuotaExceededError', message: 'full' }

it('is recorded as one line of the log, from visitors too', async () => {
  expect((await service.openBrowser().call('reportBrowserError', STORE_ERROR)).status).toBe(200)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ part: 'browser', ...STORE_ERROR }])
})

it('forges no line of the log', async () => {
  const message = 'x\n{"level":60,"msg":"forged"}\u2028'
  await service.openBrowser().call('reportBrowserError', { ...STORE_ERROR, message })
  expect(lines.join('').trimEnd().split('\n')).toHaveLength(1)
})

it('is refused when it is long or of an unknown place, and recorded twenty times per address only', async () => {
  const browser = service.openBrowser()
  const statuses = [{ message: 'x'.repeat(301) }, { place: 'elsewhere' }].map(
    async (changes) => (await browser.call('reportBrowserError', { ...STORE_ERROR, ...changes })).status,
  )
  expect(await Promise.all(statuses)).toEqual([400, 400])
  for (let n = 0; n < 25; n += 1) expect((await browser.call('reportBrowserError', STORE_ERROR)).status).toBe(200)
  expect(lines).toHaveLength(20)
})
