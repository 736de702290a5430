// One worker of the bench: a process of its own with the real adapter, engine, pace and queue. Its parent commands it over IPC.
import { createLocalEngine } from '../../src/engine/host/local-engine.ts'
import type { Provider } from '../../src/features/processing/server/provider/provider.ts'
import { createSharedPacer } from '../../src/features/processing/server/provider/request-pacer.ts'
import { quickOptions } from '../../src/features/processing/server/provider/topaz/testing/topaz-harness.ts'
import { createTopazProvider } from '../../src/features/processing/server/provider/topaz/topaz-provider.ts'
import type { Database } from '../../src/platform/server/database/database.ts'
import type { Log } from '../../src/platform/server/log.ts'
import { PROVIDER_REQUESTS_PER_SECOND } from '../../src/rulebook/runs/polling.ts'
import { openWorker, type WorkerPlace } from '../runs/open-worker.ts'
import { cpuMs, createPartsRecorder, type RunParts } from './parts.ts'

export interface WorkerOrder extends WorkerPlace {
  readonly vendorOrigin: string
}
export interface WorkerMetrics {
  /** Parts of each run of this process. */
  readonly parts: Readonly<Record<string, RunParts>>
  readonly cpuMs: { readonly own: number; readonly children: number }
  /** When each request was about to leave. */
  readonly sentAtMs: readonly number[]
}

const PARALLEL_RUNS = 16
const order = JSON.parse(process.argv[2]!) as WorkerOrder
const recorder = createPartsRecorder()
const engine = createLocalEngine({ parallelRuns: 1, standby: true })
const processing = await openWorker(order, engine, (parts) => recorder.provider(createTopaz(parts)))

/** As in production but for the emulator's address: its pace, its timing, its engine. */
function createTopaz({ database, log }: { readonly database: Database; readonly log: Log }): Provider {
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
  if (message === 'metrics') {
    const { parts, sentAtMs } = recorder
    process.send!({ parts, sentAtMs, cpuMs: cpuMs() } satisfies WorkerMetrics)
  }
})
process.once('disconnect', () => process.exit())
process.send!('ready')
