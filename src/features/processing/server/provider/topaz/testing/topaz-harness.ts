// The Topaz provider beside a strict emulator of its contract, on a database that holds the credits: for tests of the way to the vendor and back.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import sharp from 'sharp'
import { openTopazEmulator, type TopazEmulator } from '#emulators/topaz/emulator.ts'
import { type CreditHold, holdCredits } from '#features/credits/server/hold-credits.ts'
import { openTestDatabase } from '#platform/server/database/testing/test-database.ts'
import type { ParameterValues } from '#rulebook/tools/parameter.ts'
import { createTestUser } from '../../../testing/test-service.ts'
import type { ProviderRequest, ProviderRun } from '../../provider.ts'
import { createTopazProvider, type TopazOptions } from '../topaz-provider.ts'
import { createQuickEngine } from './quick-engine.ts'

export const KEY = 'a-key-that-must-not-leak'
export const VENDOR_CREDITS = 10_000

/** Waits of milliseconds: the emulator's clock runs 300 times as fast. */
export const QUICK_TIMING = {
  pollMinMs: 10,
  pollMaxMs: 40,
  retryMinMs: 10,
  retryMaxMs: 40,
  settleMs: 10,
  awayAfterMs: 1e9,
} as const

export const openQuickEmulator = () =>
  openTopazEmulator({
    keys: { [KEY]: 'good' },
    pictures: 'resize',
    clockSpeed: 300,
    credits: VENDOR_CREDITS,
    settings: { isStrict: true },
  })

/** Child processes of the engine are the subject of few tests. */
export const quickOptions = (emulator: Pick<TopazEmulator, 'imageBase' | 'accountBase'>) =>
  ({
    apiKey: KEY,
    imageUrl: emulator.imageBase,
    accountUrl: emulator.accountBase,
    authHeader: 'X-API-Key',
    generation: 'g2',
    parallelRuns: 4,
    recipient: { name: 'Topaz Labs', country: '美国', contact: undefined },
    pacer: { turn: async (signal?: AbortSignal) => signal?.throwIfAborted() },
    engine: createQuickEngine(),
    timing: QUICK_TIMING,
  }) as const

const greyPicture = (path: string): Promise<unknown> =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#8090a0' } })
    .png()
    .toFile(path)

export type TopazHarness = Awaited<ReturnType<typeof openTopazHarness>>

export async function openTopazHarness() {
  const emulator = await openQuickEmulator()
  const database = await openTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'huanying-topaz-'))
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  const options = { ...quickOptions(emulator), log, database }
  let hold: CreditHold
  return {
    emulator,
    /** The log. */
    lines,
    providerFor: (changes: Partial<TopazOptions> = {}) => createTopazProvider({ ...options, ...changes }),
    /** Hold of the newest request. */
    hold: () => hold,
    async requestOf(modelKey: string, params: ParameterValues = {}, write = greyPicture): Promise<ProviderRequest> {
      const userId = await createTestUser(database)
      const jobId = crypto.randomUUID()
      hold = await database.orm.transaction((tx) => holdCredits(tx, { userId, jobId, credits: 2 }))
      const path = (name: string) => join(folder, `${jobId}-${name}`)
      await write(path('source'))
      return {
        modelKey,
        params,
        sourcePath: path('source'),
        resultPath: path('result.png'),
        thumbnailPath: path('thumbnail.jpg'),
        viewPath: path('view'),
      }
    },
    runOf: (changes: Partial<ProviderRun> = {}): ProviderRun => ({
      signal: AbortSignal.timeout(30_000),
      timeoutMs: 30_000,
      onProgress: () => {},
      remembered: {},
      remember: async () => {},
      ...changes,
    }),
    submits: () => emulator.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/async')),
    /** Vendor credits that were really taken so far. */
    taken: () => VENDOR_CREDITS - emulator.vendor.account.balance(KEY).total_credits,
    reset() {
      emulator.script.clear()
      emulator.requests.length = 0
      lines.length = 0
      Object.assign(emulator.vendor.settings, { generation: 'g2', namesAddressUrl: false })
    },
    async close() {
      await emulator.close()
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
