// A service process of its own, for tests that kill it: `node test-process.ts '{"dataDir": …, "scenario": …}'`, talking to the
// test over IPC. It starts a job and halts at one point of it, or finishes what an earlier process left.
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { call } from '@orpc/server'
import { pino } from 'pino'
import { systemClock } from '#platform/server/clock.ts'
import { databaseHome } from '#platform/server/database/database-settings.ts'
import { openDatabase } from '#platform/server/database/open-database.ts'
import type { RequestContext } from '#platform/server/http/request-context.ts'
import { createMetrics } from '#platform/server/metrics.ts'
import { openQueue } from '#platform/server/queue/boss-queue.ts'
import { openFolderStorage } from '#platform/server/storage/folder-storage.ts'
import { createAddressSigner } from '#platform/server/storage/signed-address.ts'
import { parseSettings } from '#rulebook/admin/system-settings.ts'
import { DEFAULT_PRODUCT_NAME } from '#rulebook/site/product.ts'
import type { Job } from '../../contract.ts'
import { runChecks } from '../audit/run-checks.ts'
import { createProcessing } from '../processing.ts'
import { createProviders } from '../provider/providers.ts'
import { createRealUpload } from '../provider/topaz/testing/real-upload.ts'
import { PROCESSING_QUEUES } from '../queue-names.ts'
import type { ProcessOrder, ProcessReport, StartedJob } from './process-order.ts'
import { createProcessProvider } from './process-provider.ts'
import { createTestUser, readMoney, startInput } from './test-service.ts'

const order = JSON.parse(process.argv[2]!) as ProcessOrder
const report = (message: ProcessReport) => void process.send!(message)
// A test run that is broken off leaves nobody behind.
process.once('disconnect', () => process.exit())

const log = pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' })
mkdirSync(order.dataDir, { recursive: true })
const database = await openDatabase(databaseHome(order))
const signer = createAddressSigner('a secret of the test that is long enough')
const storage = await openFolderStorage(join(order.dataDir, 'files'), signer, systemClock)
const queue = await openQueue(database, PROCESSING_QUEUES, log)
let started = order.job
const stay = async (): Promise<void> => {
  report({ event: 'reached', job: started! })
  await new Promise(() => {})
}
const { provider, calls } = createProcessProvider(order, { database, log, stay })

const processing = await createProcessing({
  database,
  storage,
  fileSigner: signer,
  queue,
  mailer: { delivers: false, send: async () => {} },
  providers: createProviders({ byDefault: provider }),
  engine: {
    inspect: () => Promise.reject(new Error('not needed')),
    measure: () => Promise.reject(new Error('not needed')),
    encode: () => Promise.reject(new Error('not needed')),
    cutTiles: () => Promise.reject(new Error('not needed')),
  },
  demandStillSignedIn: async () => {},
  readSystemSettings: async () => parseSettings({}),
  settings: {
    dataDir: order.dataDir,
    timeZone: 'Asia/Shanghai',
    engineParallelJobs: 1,
    stopGraceMs: 1000,
    publicOrigin: 'http://localhost',
    uploadsPerDay: 1000,
    s3: undefined,
    storagePerPersonMb: 10_000,
    aiLabel: { producer: 'huanying-test', visibleMark: 'off' },
    secret: 'a secret of the test that is long enough',
    productName: DEFAULT_PRODUCT_NAME,
  },
  log,
  metrics: createMetrics(),
  clock: systemClock,
  // A machine that is busy with other tests must not make a living worker look dead.
  timing: { heartbeatMs: 200, staleMs: 6000, recoverMs: 300 },
  onResultStored: async () => {
    if (order.scenario === 'store') await stay()
  },
})

const context = (userId: string): RequestContext => ({
  userId,
  signInId: 'test',
  requestId: 'test',
  clientAddress: '127.0.0.1',
  userAgent: null,
  headers: new Headers(),
  signal: new AbortController().signal,
  countCall: async () => {},
})
const jobOf = ({ userId, jobId }: StartedJob): Promise<Job> =>
  call(processing.router.jobs.get, { id: jobId }, { context: context(userId) })

function filesOf(userId: string): string[] {
  const entries = readdirSync(join(order.dataDir, 'files', 'objects'), { recursive: true, withFileTypes: true })
  return entries.flatMap((entry) => (entry.isFile() && entry.parentPath.includes(userId) ? entry.name : []))
}

if (!started) {
  const userId = await createTestUser(database)
  const { consent } = processing.router
  const { recipient } = await call(consent.read, undefined, { context: context(userId) })
  if (recipient) await call(consent.give, recipient, { context: context(userId) })
  const source = { uploadId: await createRealUpload({ database, storage }, userId) }
  const input = await startInput({ database, storage }, userId, { source })
  const job = await call(processing.router.jobs.start, input, { context: context(userId) })
  started = { userId, jobId: job.id }
}
if (order.scenario === 'wait') report({ event: 'reached', job: started })
else await processing.startWorker()
if (order.scenario === 'run') {
  while (calls() === 0 && !order.topaz) await new Promise((resolve) => setTimeout(resolve, 20))
  report({ event: 'reached', job: started })
}
if (order.scenario === 'finish') {
  let job = await jobOf(started)
  while (job.status === 'pending' || job.status === 'processing') {
    await new Promise((resolve) => setTimeout(resolve, 50))
    job = await jobOf(started)
  }
  const [row] = await database.query<{ attempts: number; vendor_credits: number | null }>(
    'select attempts, vendor_credits from processing_history where id = $1',
    [started.jobId],
  )
  const entries = await database.query<{ kind: string }>(
    'select kind from usage_logs where job_id = $1 order by kind',
    [started.jobId],
  )
  report({
    event: 'finished',
    job,
    attempts: row!.attempts,
    money: await readMoney(database, started.userId),
    faults: (await runChecks(database)).filter(({ count }) => count > 0),
    entries: entries.map(({ kind }) => kind),
    providerCalls: calls(),
    vendorCredits: row!.vendor_credits,
    files: filesOf(started.userId),
  })
}
