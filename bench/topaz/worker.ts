// One worker of the bench: a process of its own with the real adapter, engine, pace and queue. Told by its parent what to do, over IPC.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { createLocalEngine } from '../../src/engine/host/local-engine.ts'
import { createProcessing } from '../../src/features/processing/server/processing.ts'
import type { Provider } from '../../src/features/processing/server/provider/provider.ts'
import { createProviders } from '../../src/features/processing/server/provider/providers.ts'
import { createSharedPacer } from '../../src/features/processing/server/provider/request-pacer.ts'
import { quickOptions } from '../../src/features/processing/server/provider/topaz/testing/topaz-harness.ts'
import { createTopazProvider } from '../../src/features/processing/server/provider/topaz/topaz-provider.ts'
import { PROCESSING_QUEUES } from '../../src/features/processing/server/queue-names.ts'
import { systemClock } from '../../src/platform/server/clock.ts'
import { openDatabase } from '../../src/platform/server/database/open-database.ts'
import { createMetrics } from '../../src/platform/server/metrics.ts'
import { openQueue } from '../../src/platform/server/queue/boss-queue.ts'
import { openFolderStorage } from '../../src/platform/server/storage/folder-storage.ts'
import { createAddressSigner } from '../../src/platform/server/storage/signed-address.ts'
import { parseSettings } from '../../src/rulebook/admin/system-settings.ts'
import { PROVIDER_REQUESTS_PER_SECOND } from '../../src/rulebook/runs/polling.ts'
import { cpuMs, createPartsRecorder, type RunParts } from './parts.ts'

export interface WorkerOrder {
  readonly databaseUrl: string
  readonly dataDir: string
  readonly vendorOrigin: string
}
export interface WorkerFigures {
  /** Of each run of this process. */
  readonly parts: Readonly<Record<string, RunParts>>
  readonly cpuMs: { readonly own: number; readonly children: number }
  /** When each request was about to leave. */
  readonly sentAtMs: readonly number[]
}

const PARALLEL_RUNS = 16
const SECRET = 'a secret of the bench that is long enough'

const order = JSON.parse(process.argv[2]!) as WorkerOrder
const log = pino({ level: 'error' })
const database = await openDatabase({ url: order.databaseUrl })
const fileSigner = createAddressSigner(SECRET)
const storage = await openFolderStorage(join(order.dataDir, 'files'), fileSigner, systemClock)
const queue = await openQueue(database, PROCESSING_QUEUES, log)
const recorder = createPartsRecorder()

const dataDir = join(order.dataDir, String(process.pid))
mkdirSync(dataDir, { recursive: true })
const engine = createLocalEngine({ parallelRuns: 1, standby: true })
const processing = await createProcessing({
  database,
  storage,
  fileSigner,
  queue,
  mailer: { delivers: false, send: async () => {} },
  providers: createProviders({ byDefault: recorder.provider(createTopaz()) }),
  engine,
  readSystemSettings: async () => parseSettings({}),
  settings: {
    dataDir,
    timeZone: 'Asia/Shanghai',
    engineParallelJobs: 1,
    stopGraceMs: 1000,
    publicOrigin: 'http://localhost',
    uploadsPerDay: 1000,
    storagePerPersonMb: 10_000,
    aiLabel: { producer: 'huanying-bench', visibleMark: 'off' },
    secret: SECRET,
    productName: undefined,
  },
  log,
  metrics: createMetrics(),
  clock: systemClock,
})

/** As in production but for the emulator's address: its pace, its timing, its engine. */
function createTopaz(): Provider {
  const { timing: _quick, ...options } = quickOptions({
    imageBase: `${order.vendorOrigin}/image/v1`,
    accountBase: `${order.vendorOrigin}/account/v1`,
  })
  return createTopazProvider({
    ...options,
    parallelRuns: PARALLEL_RUNS,
    engine: recorder.engine(engine),
    log,
    database,
    pacer: recorder.pacer(createSharedPacer(database, 'topaz', PROVIDER_REQUESTS_PER_SECOND)),
  })
}

process.on('message', (message) => {
  if (message === 'work') void processing.startWorker().then(() => process.send!('working'))
  if (message === 'figures') {
    const { parts, sentAtMs } = recorder
    process.send!({ parts, sentAtMs, cpuMs: cpuMs() } satisfies WorkerFigures)
  }
})
process.once('disconnect', () => process.exit())
process.send!('ready')
