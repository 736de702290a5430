// A part that hangs is down after seconds: neither /readyz nor the metrics of the others wait for it.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CHECK_TIMEOUT_MS } from '#rulebook/admin/system-health.ts'
import { createPartChecks } from './part-checks.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const hangs = () => new Promise<never>(() => {})
const checks = createPartChecks({
  database: { query: hangs },
  storage: { checkWritable: hangs },
  mailer: { check: hangs },
} as never)

it.each(['database', 'storage', 'mail'] as const)('%s', async (part) => {
  const asked = expect(checks[part]!()).rejects.toThrow('no answer within 3000 ms')
  await vi.advanceTimersByTimeAsync(CHECK_TIMEOUT_MS)
  await asked
})
