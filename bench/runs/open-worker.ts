// A worker of the benches: a process of its own with the queue, the database and the storage of production, and the provider that is given.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { createProcessing } from '../../src/features/processing/server/processing.ts'
import type { ProcessingDependencies } from '../../src/features/processing/server/processing-parts.ts'
import type { Provider } from '../../src/features/processing/server/provider/provider.ts'
import { createProviders } from '../../src/features/processing/server/provider/providers.ts'
import { PROCESSING_QUEUES } from '../../src/features/processing/server/queue-names.ts'
import { systemClock } from '../../src/platform/server/clock.ts'
import type { Database } from '../../src/platform/server/database/database.ts'
import { openDatabase } from '../../src/platform/server/database/open-database.ts'
import type { Log } from '../../src/platform/server/log.ts'
import { createMetrics } from '../../src/platform/server/metrics.ts'
import { openQueue } from '../../src/platform/server/queue/boss-queue.ts'
import { openFolderStorage } from '../../src/platform/server/storage/folder-storage.ts'
import { createAddressSigner } from '../../src/platform/server/storage/signed-address.ts'
import { parseSettings } from '../../src/rulebook/admin/system-settings.ts'
import { DEFAULT_PRODUCT_NAME } from '../../src/rulebook/site/product.ts'

export interface WorkerPlace {
  readonly databaseUrl: string
  readonly dataDir: string
}

/** Secret of all processes of one bench. */
export const BENCH_SECRET = 'a secret of the bench that is long enough'

/** `provider` computes all its runs; it does not work before its `startWorker`. */
export async function openWorker(
  place: WorkerPlace,
  engine: ProcessingDependencies['engine'],
  createProvider: (parts: { readonly database: Database; readonly log: Log }) => Provider,
) {
  const log = pino({ level: 'error' })
  const database = await openDatabase({ url: place.databaseUrl })
  const fileSigner = createAddressSigner(BENCH_SECRET)
  const dataDir = join(place.dataDir, String(process.pid))
  mkdirSync(dataDir, { recursive: true })
  return createProcessing({
    database,
    storage: await openFolderStorage(join(place.dataDir, 'files'), fileSigner, systemClock),
    fileSigner,
    queue: await openQueue(database, PROCESSING_QUEUES, log),
    mailer: { delivers: false, send: async () => {} },
    providers: createProviders({ byDefault: createProvider({ database, log }) }),
    engine,
    demandStillSignedIn: async () => {},
    readSystemSettings: async () => parseSettings({}),
    settings: {
      dataDir,
      timeZone: 'Asia/Shanghai',
      engineParallelJobs: 1,
      stopGraceMs: 1000,
      publicOrigin: 'http://localhost',
      uploadsPerDay: 1000,
      s3: undefined,
      storagePerPersonMb: 10_000,
      aiLabel: { producer: 'huanying-bench', visibleMark: 'off' },
      secret: BENCH_SECRET,
      productName: DEFAULT_PRODUCT_NAME,
    },
    log,
    metrics: createMetrics(),
    clock: systemClock,
  })
}
