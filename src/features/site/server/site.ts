// The service's own state, server side: its status for every screen and the gate of maintenance (C-48, U-23, P-22).
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/database.ts'
import { implementContract } from '#platform/server/http/implement-contract.ts'
import type { RequestContext } from '#platform/server/http/request-context.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import { countCall } from '#platform/server/rate-limit/count-call.ts'
import type { Settings } from '#platform/server/settings.ts'
import type { SystemSettings } from '#rulebook/admin/system-settings.ts'
import { isOpenInMaintenance, MAINTENANCE_RETRY_AFTER_SECONDS } from '#rulebook/site/maintenance.ts'
import type { Operator } from '#rulebook/site/operator.ts'
import { siteContract } from '../contract.ts'
import { createSystemSettingsReader } from './system-settings.ts'

export interface SiteParts {
  readonly database: Database
  readonly clock: Clock
  readonly settings: Pick<Settings, 'operator'>
  /** Accounts lie to the right of this feature, so the composition root connects the two. */
  isAdmin(userId: string): Promise<boolean>
}

export interface Site {
  readonly router: ReturnType<typeof createRouter>
  readSystemSettings(): Promise<SystemSettings>
  forgetSystemSettings(): void
  /** Throws `maintenance` unless the path or the caller stays admitted. */
  admit(request: Pick<RequestContext, 'userId'>, path: string): Promise<void>
  /** Counts a call of a signed-in person towards `api_rate_limit` (C-41); throws `rate-limited` beyond it. */
  countCall(userId: string): Promise<void>
  /** A page in maintenance: after how long to ask again; undefined while it is open, and where that cannot be read: no page fails for it. */
  closedForSeconds(path: string): Promise<number | undefined>
}

/** Signing in and what it needs stays open, or nobody could end the maintenance (C-48); so do webhooks about payments that were made before. */
const ALWAYS_OPEN = [
  '/api/auth/',
  '/api/rpc/account/',
  '/api/v1/account/',
  '/api/rpc/site/',
  '/api/v1/site/',
  '/api/payments/',
]

export function createSite(parts: SiteParts): Site {
  const settings = createSystemSettingsReader(parts.database)
  return {
    router: createRouter(settings.read, parts.settings.operator),
    readSystemSettings: settings.read,
    forgetSystemSettings: settings.forget,
    admit: async ({ userId }, path) => {
      if (ALWAYS_OPEN.some((open) => path.startsWith(open))) return
      const { maintenanceMode } = await settings.read()
      if (!maintenanceMode) return
      if (userId !== null && (await parts.isAdmin(userId))) return
      throw new ServiceError('maintenance')
    },
    countCall: async (userId) => {
      const { apiRateLimit } = await settings.read()
      if (!(await countCall(parts, userId, apiRateLimit)))
        throw new ServiceError('rate-limited', { limit: apiRateLimit })
    },
    closedForSeconds: async (path) => {
      if (isOpenInMaintenance(path)) return undefined
      const known = await settings.read().catch(() => undefined)
      return known?.maintenanceMode ? MAINTENANCE_RETRY_AFTER_SECONDS : undefined
    },
  }
}

function createRouter(readSettings: () => Promise<SystemSettings>, operator: Operator) {
  const calls = implementContract(siteContract)
  return calls.router({
    status: calls.status.handler(async () => {
      const { maintenanceMode, emergencyStop, systemAnnouncement } = await readSettings()
      return { maintenance: maintenanceMode, emergencyStop, announcement: systemAnnouncement, operator }
    }),
  })
}
