// The procedures of the log page.
import { implement } from '@orpc/server'
import type { RequestContext } from '#platform/server/http/request-context.ts'
import { adminContract } from '../../contract.ts'
import type { AdminParts } from '../admin-parts.ts'
import { requireAdmin } from '../require-admin.ts'
import { listLogs } from './log.store.ts'
import { logAction } from './log-action.ts'

export function createLogsRouter(parts: AdminParts) {
  const os = implement(adminContract.logs).$context<RequestContext>()
  return os.router({
    list: os.list.handler(async ({ input, context }) => {
      await requireAdmin(parts, context)
      return listLogs(parts.database.orm, parts.settings.timeZone, input)
    }),
    write: os.write.handler(({ input, context }) => logAction(parts, context, input)),
  })
}
