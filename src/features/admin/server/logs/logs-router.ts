// The procedures of the log page.
import type { AdminCalls } from '../admin-calls.ts'
import type { AdminParts } from '../admin-parts.ts'
import { listLogs } from './log.store.ts'
import { logAction } from './log-action.ts'

export function createLogsRouter(parts: AdminParts, { logs }: AdminCalls) {
  return logs.router({
    list: logs.list.handler(({ input }) => listLogs(parts.database.orm, parts.settings.timeZone, input)),
    write: logs.write.handler(({ input, context }) => logAction(parts, context, input)),
  })
}
