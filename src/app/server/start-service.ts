// Starts what the role asks for and stops it gracefully: no new work, running jobs finished or handed back, then the connections.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { confinement, hideFromChildren } from '#engine/host/confine-child.ts'
import { runAdminCommand } from '#features/account/server/admin-command.ts'
import { runAuditCommand } from '#features/admin/server/audit/audit-command.ts'
import type { ComparePayments } from '#features/admin/server/audit/payment-check.ts'
import { noteAdminChange } from '#features/admin/server/logs/note-admin-change.ts'
import { keepAnswer } from '#platform/keep-answer.ts'
import { type ControlSocket, openControlSocket } from '#platform/server/control-socket.ts'
import { createHealthApp } from '#platform/server/http/health-app.ts'
import type { HealthParts } from '#platform/server/http/health-routes.ts'
import { createHttpApp } from '#platform/server/http/http-app.ts'
import { type Listening, listen } from '#platform/server/http/listen.ts'
import { createSecurityContact } from '#platform/server/http/security-contact.ts'
import { openStaticSite } from '#platform/server/http/static-site.ts'
import { isForeignSecret, recallAll, recallStorage } from '#platform/server/identity/prove-identity.ts'
import type { Log } from '#platform/server/log.ts'
import { createMetrics } from '#platform/server/metrics.ts'
import type { Settings } from '#platform/server/settings.ts'
import { tempRootIn } from '#platform/server/temp-folder.ts'
import { startTracing } from '#platform/server/tracing/start-tracing.ts'
import { inZone } from '#rulebook/site/calendar.ts'
import { fillOperatorSlots } from '#rulebook/site/operator.ts'
import { fillApiKey } from '#rulebook/site/public-api-key.ts'
import { routeOf } from '#rulebook/site/site-map.ts'
import { DUMPS, emptyDumps, layDump } from './backup/dump-embedded.ts'
import { composeFeatures, type Features, type Replacements } from './compose-features.ts'
import { createIdentifyCaller } from './identify-caller.ts'
import { type Foundation, openFoundation } from './open-foundation.ts'
import { openPacksInPages } from './packs-in-pages.ts'
import { createPartChecks } from './part-checks.ts'
import { measureService } from './service-metrics.ts'
import { createShareRoutes } from './share-routes.ts'
import { watchStorage } from './watch-storage.ts'

const BUILD_FOLDER = fileURLToPath(new URL('../../../build/client', import.meta.url))
const API_TITLE = { title: 'Huanying API', version: '1' }
/** Parts of the data folder that are closed: a child that decodes gets its picture, and its packs. */
const PRIVATE_PARTS = ['pglite', 'files', 'outbox', 'secret', 'control.sock', DUMPS]
/** Answers that still run when the jobs have been settled: downloads, uploads. Event streams end with the jobs. */
const CONNECTION_GRACE_MS = 3000

export interface Service {
  /** Where it listens; undefined in a worker without web role. */
  readonly port: number | undefined
  /** The port for health and measurements alone; undefined where none is set. */
  readonly healthPort: number | undefined
  /** Settles where the service has gone over to another storage without this process, which is to end. */
  readonly leftBehind?: Promise<Error>
  stop(): Promise<void>
}

/** `writeLine` prints progress for the person at the console. */
export async function startService(
  settings: Settings,
  log: Log,
  writeLine: (line: string) => void,
  replacements?: Replacements,
): Promise<Service> {
  const startedAt = performance.now()
  hideFromChildren({
    paths: PRIVATE_PARTS.map((name) => join(settings.dataDir, name)),
    temporaryRoot: tempRootIn(settings.dataDir),
  })
  // Before the database is opened, whose statements are traced.
  const endTracing = await startTracing(settings)
  const foundation = await openFoundation(settings, log)
  const service = await startOn(foundation, replacements)
  const watch = watchStorage(foundation)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  log.info(confinement(), 'decoding is confined')
  log.info({ role: settings.role, port: service.port, healthPort: service.healthPort, seconds }, 'started')
  writeLine(readyLine(settings, service.port))
  const stop = async () => {
    watch.end()
    await service.stop().finally(endTracing)
    // Another service of this process, on another folder, would make rooms for its children in this one.
    hideFromChildren({ paths: [] })
  }
  return { ...service, leftBehind: watch.left, stop }
}

/** The same on plumbing that is open already; stopping closes it. */
export async function startOn(foundation: Foundation, replacements?: Replacements): Promise<Service> {
  const { settings } = foundation
  const state: RunState = { isStopping: false }
  const stop = () => stopAll(foundation, state)
  try {
    if (foundation.database.kind === 'embedded') await emptyDumps(settings.dataDir)
    const metrics = createMetrics()
    const features = await composeFeatures(foundation, metrics, replacements)
    state.features = features
    await features.accounts.makeStartupAdmin()
    if (foundation.database.kind === 'embedded') state.control = await openControl(foundation, features.comparePayments)
    measureService(metrics, foundation, features.providers)
    const health = healthParts(foundation, metrics, state)
    // First, so that a supervisor sees a worker that is still waiting for its first connection.
    if (settings.health)
      state.healthListening = await listen(
        createHealthApp(health),
        settings.health.port,
        settings.health.host,
        'HEALTH_PORT',
      )
    if (settings.role !== 'web') await features.startWorker()
    if (settings.role !== 'worker') state.listening = await openWeb(foundation, features, health)
    return { port: state.listening?.port, healthPort: state.healthListening?.port, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

interface RunState {
  isStopping: boolean
  features?: Features
  listening?: Listening
  healthListening?: Listening
  control?: ControlSocket | undefined
}

/** Commands that need the database while this process owns it; without them the service runs all the same. */
async function openControl(
  { settings, database, log }: Foundation,
  comparePayments: ComparePayments,
): Promise<ControlSocket | undefined> {
  try {
    return await openControlSocket(settings.dataDir, async ([command, ...words]) => {
      if (command === 'admin') return runAdminCommand({ database, note: noteAdminChange }, words)
      if (command === 'audit') return runAuditCommand(database, comparePayments)
      if (command === 'dump') return layDump(database, settings.dataDir)
      if (command === 'foreign-secret') return isForeignSecret(database, words[0] ?? '')
      if (command === 'storage') return recallStorage(database)
      if (command === 'identity') return recallAll(database.orm)
      throw new Error(`unknown command: ${command}`)
    })
  } catch (error) {
    log.warn({ err: error }, 'no control socket: npm run admin works while the service is stopped')
    return undefined
  }
}

async function stopAll({ settings, log, queue, database }: Foundation, state: RunState): Promise<void> {
  state.isStopping = true
  const attempt = (step: Promise<unknown> | undefined) =>
    step?.catch((error: unknown) => log.error({ err: error }, 'stopping failed'))
  const connectionsEnded = attempt(state.listening?.stopAccepting())
  await attempt(queue.stop(settings.stopGraceMs))
  await attempt(state.features?.stop())
  state.listening?.cutAfter(CONNECTION_GRACE_MS)
  await connectionsEnded
  // The last to go: until here it says that the process is stopping.
  const healthEnded = attempt(state.healthListening?.stopAccepting())
  state.healthListening?.cutAfter(0)
  await healthEnded
  // While the database is open there is somebody to ask. Not after it: by then the folder, and the socket in it, may be the next process's.
  await attempt(state.control?.close())
  await attempt(database.close())
}

/** It writes a file, and whoever asks without end writes one a second. */
const STORAGE_KEPT_FOR = { answerMs: 1000, failureMs: 200 }

function healthParts(foundation: Foundation, metrics: HealthParts['metrics'], state: RunState): HealthParts {
  const { database, storage } = createPartChecks(foundation)
  return {
    log: foundation.log,
    metrics,
    isStopping: () => state.isStopping,
    metricsToken: foundation.settings.metricsToken,
    checks: { database, storage: keepAnswer(storage, STORAGE_KEPT_FOR) },
  }
}

async function openWeb(foundation: Foundation, features: Features, health: HealthParts): Promise<Listening> {
  const { settings, log } = foundation
  const { servedBy } = foundation.storage
  const app = createHttpApp({
    log,
    metrics: health.metrics,
    isSecure: settings.publicOrigin.startsWith('https:'),
    trustedProxies: settings.trustedProxies,
    identify: createIdentifyCaller(features.accounts),
    admit: features.site.admit,
    countCall: features.site.countCall,
    router: features.router,
    api: API_TITLE,
    routes: [
      ...features.routes,
      createShareRoutes(),
      createSecurityContact({ email: settings.operator.contactEmail, publicOrigin: settings.publicOrigin }),
    ],
    ownBodyLimits: features.ownBodyLimits,
    site: openStaticSite(BUILD_FOLDER, {
      pictureOrigin: 'origin' in servedBy ? servedBy.origin : undefined,
      isKnownPage: (path) => routeOf(path).page !== 'not-found',
      fillPage: (html) => fill(html, settings),
      renewed: await openPacksInPages({ clock: foundation.clock, log, readOffers: features.readOffers }),
      closedForSeconds: features.site.closedForSeconds,
    }),
    health,
  })
  return listen(app, settings.port, settings.host)
}

const fill = (html: string, { operator, publicApiKey, timeZone }: Settings): string =>
  inZone(fillApiKey(fillOperatorSlots(html, operator), publicApiKey), timeZone)

function readyLine({ publicOrigin, port, role }: Settings, boundPort: number | undefined): string {
  if (boundPort === undefined) return `The ${role} role is running. 后台任务进程已启动。`
  const address = port === boundPort ? publicOrigin : `http://localhost:${boundPort}`
  return `The service is ready: ${address} 服务已启动。`
}
