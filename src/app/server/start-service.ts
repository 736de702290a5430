// Starts what the role asks for and stops it gracefully: no new work, running jobs finished or handed back, then the connections.
import { fileURLToPath } from 'node:url'
import { runAdminCommand } from '#features/account/server/admin-command.ts'
import { type ControlSocket, openControlSocket } from '#platform/server/control-socket.ts'
import { createHttpApp } from '#platform/server/http/http-app.ts'
import { type Listening, listen } from '#platform/server/http/listen.ts'
import { openStaticSite } from '#platform/server/http/static-site.ts'
import type { Log } from '#platform/server/log.ts'
import { createMetrics, type Metrics } from '#platform/server/metrics.ts'
import type { Settings } from '#platform/server/settings.ts'
import { fillOperatorSlots } from '#rulebook/site/operator.ts'
import { routeOf } from '#rulebook/site/site-map.ts'
import { composeFeatures, type Features, type Replacements } from './compose-features.ts'
import { createIdentifyCaller } from './identify-caller.ts'
import { type Foundation, openFoundation } from './open-foundation.ts'
import { createPartChecks } from './part-checks.ts'
import { measureQueue } from './service-metrics.ts'
import { createShareRoutes } from './share-routes.ts'

const BUILD_FOLDER = fileURLToPath(new URL('../../../build/client', import.meta.url))
const API_TITLE = { title: 'Huanying API', version: '1' }
/** Answers that still run when the jobs have been settled: downloads, uploads. Event streams end with the jobs. */
const CONNECTION_GRACE_MS = 3000

export interface Service {
  /** Where it listens; undefined in a worker without web role. */
  readonly port: number | undefined
  stop(): Promise<void>
}

/** `say` tells the person at the console what goes on. */
export async function startService(
  settings: Settings,
  log: Log,
  say: (line: string) => void,
  replacements?: Replacements,
): Promise<Service> {
  const startedAt = performance.now()
  const service = await startOn(await openFoundation(settings, log), replacements)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  log.info({ role: settings.role, port: service.port, seconds }, 'started')
  say(readyLine(settings, service.port))
  return service
}

/** The same on plumbing that is open already; stopping closes it. */
export async function startOn(foundation: Foundation, replacements?: Replacements): Promise<Service> {
  const { settings } = foundation
  const state: RunState = { isStopping: false }
  const stop = () => stopAll(foundation, state)
  try {
    const features = await composeFeatures(foundation, replacements)
    state.features = features
    await features.accounts.makeStartupAdmin()
    if (foundation.database.kind === 'embedded') state.control = await openControl(foundation)
    const metrics = createMetrics()
    measureQueue(metrics, foundation.database)
    if (settings.role !== 'web') await features.startWorker()
    const listening = settings.role === 'worker' ? undefined : await openWeb(foundation, features, metrics, state)
    state.listening = listening
    return { port: listening?.port, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

interface RunState {
  isStopping: boolean
  features?: Features
  listening?: Listening
  control?: ControlSocket | undefined
}

/** Commands that need the database while this process owns it; without them the service runs all the same. */
async function openControl({ settings, database, log }: Foundation): Promise<ControlSocket | undefined> {
  try {
    return await openControlSocket(settings.dataDir, async ([command, ...words]) => {
      if (command !== 'admin') throw new Error(`unknown command: ${command}`)
      return runAdminCommand(database, words)
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
  await attempt(state.control?.close())
  const connectionsEnded = attempt(state.listening?.stopAccepting())
  await attempt(queue.stop(settings.stopGraceMs))
  await attempt(state.features?.stop())
  state.listening?.cutAfter(CONNECTION_GRACE_MS)
  await connectionsEnded
  await attempt(database.close())
}

async function openWeb(
  foundation: Foundation,
  features: Features,
  metrics: Metrics,
  state: RunState,
): Promise<Listening> {
  const { settings, log } = foundation
  const { database, storage } = createPartChecks(foundation)
  const app = createHttpApp({
    log,
    metrics,
    isSecure: settings.publicOrigin.startsWith('https:'),
    trustedProxies: settings.trustedProxies,
    identify: createIdentifyCaller(features.accounts),
    admit: features.site.admit,
    router: features.router,
    api: API_TITLE,
    routes: [...features.routes, createShareRoutes()],
    ownBodyLimits: features.ownBodyLimits,
    site: openStaticSite(BUILD_FOLDER, {
      isKnownPage: (path) => routeOf(path).page !== 'not-found',
      fillPage: (html) => fillOperatorSlots(html, settings.operator),
      closedForSeconds: features.site.closedForSeconds,
    }),
    health: {
      isStopping: () => state.isStopping,
      checks: { database, storage },
    },
  })
  return listen(app, settings.port, settings.host)
}

function readyLine({ publicOrigin, port, role }: Settings, boundPort: number | undefined): string {
  if (boundPort === undefined) return `The ${role} role is running. 后台任务进程已启动。`
  const address = port === boundPort ? publicOrigin : `http://localhost:${boundPort}`
  return `The service is ready: ${address} 服务已启动。`
}
