// This feature as a service of this process, for its tests and for those of features that depend on it: real database, storage, queue and HTTP; the
// provider is scripted and the bearer token is the user's id. The whole program, with accounts: src/app/server/testing/open-test-foundation.ts.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import type { AnyRouter } from '@orpc/server'
import type { Hono } from 'hono'
import { pino } from 'pino'
import { createCredits } from '#features/credits/server/credits.ts'
import { systemClock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/database.ts'
import { openTestDatabase } from '#platform/server/database/testing/test-database.ts'
import { createHttpApp } from '#platform/server/http/http-app.ts'
import { listen } from '#platform/server/http/listen.ts'
import type { HttpEnv } from '#platform/server/http/request-context.ts'
import { createMetrics } from '#platform/server/metrics.ts'
import { openQueue } from '#platform/server/queue/boss-queue.ts'
import { createFileRoutes } from '#platform/server/storage/file-routes.ts'
import { openFolderStorage } from '#platform/server/storage/folder-storage.ts'
import type { ObjectStorage } from '#platform/server/storage/object-storage.ts'
import { createAddressSigner } from '#platform/server/storage/signed-address.ts'
import { parseSettings, type SystemSettings } from '#rulebook/admin/system-settings.ts'
import { DEFAULT_PRODUCT_NAME } from '#rulebook/site/product.ts'
import type { Job, processingContract, StartJob } from '../../contract.ts'
import { createProcessing, type Processing } from '../processing.ts'
import type { ProcessingDependencies } from '../processing-parts.ts'
import { createProviders, type Providers } from '../provider/providers.ts'
import { createScriptedProvider, type ScriptedProvider } from '../provider/scripted-provider.ts'
import { PROCESSING_QUEUES } from '../queue-names.ts'

export type TestClient = ContractRouterClient<{ processing: typeof processingContract }>

export interface TestService {
  readonly origin: string
  readonly database: Database
  readonly storage: ObjectStorage
  readonly provider: ScriptedProvider
  readonly processing: Processing
  /** Changed by a test as an operator would. */
  readonly systemSettings: { value: SystemSettings }
  readonly dataDir: string
  /** Calls in the name of this user; for the calls of another feature the caller names the type. */
  clientOf<Client = TestClient>(userId: string | null, headers?: Record<string, string>): Client
  /** A graceful stop of the worker, as at SIGTERM. */
  stopWorker(graceMs: number): Promise<void>
  close(): Promise<void>
}

export interface TestServiceOptions {
  readonly engine?: Partial<ProcessingDependencies['engine']>
  /** Without it jobs stay pending until the test starts the worker itself. */
  readonly hasWorker?: boolean
  readonly parallelJobs?: number
  readonly overrides?: Partial<ProcessingDependencies>
  /** In the place of the scripted one. */
  readonly providers?: (database: Database) => Providers
  /** Put a fault between the feature and its storage, or its database. */
  readonly wrapStorage?: (storage: ObjectStorage) => ObjectStorage
  readonly wrapDatabase?: (database: Database) => Database
  /** Calls of features that depend on this one. */
  readonly addRouters?: (base: {
    database: Database
    storage: ObjectStorage
    processing: Processing
  }) => Record<string, AnyRouter>
  readonly addRoutes?: (base: { database: Database; storage: ObjectStorage; processing: Processing }) => Hono<HttpEnv>[]
}

const noEngine: ProcessingDependencies['engine'] = {
  inspect: () => Promise.reject(new Error('this test brings no engine')),
  measure: () => Promise.reject(new Error('this test brings no engine')),
  encode: () => Promise.reject(new Error('this test brings no engine')),
  cutTiles: () => Promise.reject(new Error('this test brings no engine')),
}

export async function openTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const { engine, hasWorker = true, parallelJobs = 2, overrides } = options
  const log = pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' })
  const dataDir = await mkdtemp(join(tmpdir(), 'huanying-processing-'))
  const database = await openTestDatabase()
  const signer = createAddressSigner('a secret of the test that is long enough')
  const storage = await openFolderStorage(join(dataDir, 'files'), signer, systemClock)
  const queue = await openQueue(database, PROCESSING_QUEUES, log)
  const provider = createScriptedProvider({ face_enhancement: '不支持人脸增强', prompt: '不支持提示词' })
  const systemSettings = { value: parseSettings({ api_rate_limit: '1000', max_daily_credits_per_user: '10000' }) }
  const settings = {
    dataDir,
    timeZone: 'Asia/Shanghai',
    engineParallelJobs: parallelJobs,
    stopGraceMs: 4000,
    publicOrigin: 'http://localhost',
    uploadsPerDay: 1000,
    s3: undefined,
    storagePerPersonMb: 10_000,
    aiLabel: { producer: 'huanying-test', visibleMark: 'off' as const },
    secret: 'a secret of the test that is long enough',
    productName: DEFAULT_PRODUCT_NAME,
  }
  const metrics = createMetrics()
  const processing = await createProcessing({
    database: options.wrapDatabase?.(database) ?? database,
    storage: options.wrapStorage?.(storage) ?? storage,
    fileSigner: signer,
    queue,
    mailer: { delivers: false, send: async () => {} },
    providers: options.providers?.(database) ?? createProviders({ byDefault: provider }),
    engine: { ...noEngine, ...engine },
    demandStillSignedIn: async () => {},
    readSystemSettings: async () => systemSettings.value,
    settings,
    log,
    metrics,
    clock: systemClock,
    timing: { heartbeatMs: 200 },
    ...overrides,
  })
  const app = createHttpApp({
    log,
    metrics,
    isSecure: false,
    trustedProxies: ['127.0.0.1'],
    identify: async (headers) => {
      const userId = headers.get('authorization')?.replace('Bearer ', '')
      return userId ? { userId, signInId: 'test' } : null
    },
    admit: async () => {},
    countCall: async () => {},
    router: { processing: processing.router, ...options.addRouters?.({ database, storage, processing }) },
    api: { title: 'test', version: '1' },
    routes: [
      processing.routes,
      ...(options.addRoutes?.({ database, storage, processing }) ?? []),
      createFileRoutes(storage, signer, systemClock) as never,
    ],
    ownBodyLimits: processing.ownBodyLimits,
    site: undefined,
    health: { checks: {}, isStopping: () => false },
  })
  const listening = await listen(app, 0, '127.0.0.1')
  const origin = `http://127.0.0.1:${listening.port}`
  if (hasWorker) await processing.startWorker()
  return {
    origin,
    database,
    storage,
    provider,
    processing,
    systemSettings,
    dataDir,
    clientOf: <Client>(userId: string | null, headers: Record<string, string> = {}) =>
      createORPCClient(
        new RPCLink({
          url: `${origin}/api/rpc`,
          headers: { ...headers, ...(userId && { authorization: `Bearer ${userId}` }) },
        }),
      ) as Client,
    stopWorker: (graceMs) => queue.stop(graceMs),
    async close() {
      listening.cutAfter(0)
      await queue.stop(500)
      await processing.stop()
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A user with a profile and the five free credits. */
export async function createTestUser(
  database: Database,
  profile: { readonly userType?: string; readonly status?: string; readonly extraCredits?: number } = {},
): Promise<string> {
  const [user] = await database.query<{ id: string }>(
    'insert into auth_users (name, email) values ($1, $1) returning id',
    [`${crypto.randomUUID()}@example.com`],
  )
  const { userType = 'free', status = 'active', extraCredits = 0 } = profile
  await database.query('insert into user_profiles (id, user_type, status) values ($1, $2, $3)', [
    user!.id,
    userType,
    status,
  ])
  await createCredits({ database }).grantSignUpCredits(user!.id)
  if (extraCredits > 0) {
    await database.query(
      `insert into usage_logs (user_id, kind, amount, total_amount, reference) values ($1, 'purchase', $2, $2, 'test')`,
      [user!.id, extraCredits],
    )
  }
  return user!.id
}

/** An upload whose files lie in storage, without the engine. */
export async function createTestUpload(
  service: Pick<TestService, 'database' | 'storage'>,
  userId: string,
  heightPx = 1024,
): Promise<string> {
  const id = crypto.randomUUID()
  const key = `uploads/${userId}/${id}/original.png`
  const path = join(tmpdir(), `huanying-test-${id}`)
  await writeFile(path, `picture of ${id}`)
  for (const name of [key, `${key}_thumb`, `${key}_view`]) await service.storage.putFile(name, path, 'image/png')
  await rm(path)
  await service.database.query(
    `insert into user_uploads (id, user_id, original_filename, file_size, mime_type, width, height, oss_url, thumbnail_url,
       view_key, view_mime_type) values ($1, $2, 'photo.png', 2048, 'image/png', 800, $3, $4, $5, $6, 'image/png')`,
    [id, userId, heightPx, key, `${key}_thumb`, `${key}_view`],
  )
  return id
}

/** The balance in the profile and the sum of the ledger; a test expects them to be equal. */
export async function readMoney(database: Database, userId: string): Promise<{ balance: number; ledger: number }> {
  const [row] = await database.query<{ balance: number; ledger: number }>(
    `select credits_remaining as balance,
            (select coalesce(sum(amount), 0)::int from usage_logs where user_id = p.id) as ledger
       from user_profiles p where id = $1`,
    [userId],
  )
  return row!
}

/** A press of start for a fresh upload of this user: standard enhance in auto mode at its price. */
export async function startInput(
  service: Pick<TestService, 'database' | 'storage'>,
  userId: string,
  changes: Partial<StartJob> = {},
): Promise<StartJob> {
  return {
    source: changes.source ?? { uploadId: await createTestUpload(service, userId) },
    modelKey: 'enhance/standard/standard-v2',
    mode: 'auto',
    params: {},
    shownCredits: 2,
    startKey: crypto.randomUUID(),
    ...changes,
  }
}

/** Every state that a watcher sees until the end. */
export async function watchToEnd(service: TestService, userId: string, id: string): Promise<Job[]> {
  const seen: Job[] = []
  for await (const job of await service.clientOf(userId).processing.jobs.watch({ id })) seen.push(job)
  return seen
}

/** Resolves with what `read` answers once it satisfies `isDone`; fails the test's timeout otherwise. */
export async function eventually<Value>(read: () => Promise<Value>, isDone: (value: Value) => boolean): Promise<Value> {
  for (;;) {
    const value = await read()
    if (isDone(value)) return value
    await delay(20)
  }
}
