// A whole service whose runs go to the Topaz provider, beside a strict emulator of the vendor: for tests of what a person and the ledger see of it.
import { pino } from 'pino'
import type { Database } from '#platform/server/database/database.ts'
import { openTestService, startInput, type TestServiceOptions } from '../../../testing/test-service.ts'
import type { Provider } from '../../provider.ts'
import { createProviders, type Providers } from '../../providers.ts'
import { createTopazProvider, type TopazOptions } from '../topaz-provider.ts'
import { createRealUpload } from './real-upload.ts'
import { KEY, openQuickEmulator, quickOptions } from './topaz-harness.ts'

type Press = Parameters<typeof startInput>[2]

export interface TopazServiceOptions {
  /** Against the quick options; made where they need the database. */
  readonly topaz?: (database: Database) => Partial<TopazOptions>
  /** Who does what; all runs go to Topaz without it. */
  readonly providers?: (topaz: Provider) => Providers
  readonly service?: Omit<TestServiceOptions, 'providers'>
}

export type TopazService = Awaited<ReturnType<typeof openTopazService>>

export async function openTopazService(options: TopazServiceOptions = {}) {
  const { topaz: changes = () => ({}), providers = (byDefault: Provider) => createProviders({ byDefault }) } = options
  const emulator = await openQuickEmulator()
  const { promise, resolve } = Promise.withResolvers<Provider>()
  const service = await openTestService({
    ...options.service,
    providers(database) {
      const log = pino({ level: 'silent' })
      const topaz = createTopazProvider({ ...quickOptions(emulator), log, database, ...changes(database) })
      resolve(topaz)
      return providers(topaz)
    },
  })
  const callsOf = (userId: string) => service.clientOf(userId).processing
  const agree = async (userId: string) => {
    const { consent } = callsOf(userId)
    await consent.give((await consent.read()).recipient!)
  }
  /** What a press on the start button sends, for a new picture. */
  const pressOf = async (userId: string, press: Press = {}) =>
    startInput(service, userId, { source: { uploadId: await createRealUpload(service, userId) }, ...press })
  return {
    emulator,
    service,
    topaz: await promise,
    callsOf,
    agree,
    pressOf,
    /** A run of a new picture by a person who agrees. */
    async start(userId: string): Promise<string> {
      await agree(userId)
      return (await callsOf(userId).jobs.start(await pressOf(userId))).id
    },
    submits: () => emulator.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/async')),
    /** The vendor's account. */
    vendor: () => emulator.vendor.account.balance(KEY),
    async close() {
      await service.close()
      await emulator.close()
    },
  }
}
