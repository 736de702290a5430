// The back office put together (document 2 §2 "Admin …"). Nothing here is open to anybody but administrators.
import { implement } from '@orpc/server'
import type { RequestContext } from '#platform/server/http/request-context.ts'
import type { Queue } from '#platform/server/queue/queue.ts'
import { adminContract } from '../contract.ts'
import type { AdminParts } from './admin-parts.ts'
import { closeAdminSession, openAdminSession } from './admin-session.ts'
import { createFiguresRouters } from './figures/figures-router.ts'
import { LOG_RETENTION_CRON, LOG_RETENTION_QUEUE, removeOldLogs } from './logs/log-retention.job.ts'
import { createLogsRouter } from './logs/logs-router.ts'
import { createSettingsRouter } from './settings/settings-router.ts'
import { createUsersRouter } from './users/users-router.ts'

export type Admin = ReturnType<typeof createAdmin>

export function createAdmin(parts: AdminParts) {
  const os = implement(adminContract).$context<RequestContext>()
  return {
    /** The daily end of old log rows. */
    startWorker: (queue: Queue): Promise<void> =>
      queue.schedule(LOG_RETENTION_QUEUE, LOG_RETENTION_CRON, parts.settings.timeZone, () => removeOldLogs(parts)),
    router: os.router({
      ...createFiguresRouters(parts),
      session: {
        open: os.session.open.handler(({ context }) => openAdminSession(parts, context)),
        close: os.session.close.handler(({ context }) => closeAdminSession(parts, context)),
      },
      users: createUsersRouter(parts),
      logs: createLogsRouter(parts),
      settings: createSettingsRouter(parts),
    }),
  }
}
