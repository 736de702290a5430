// The procedures of the users page.
import { implement } from '@orpc/server'
import type { RequestContext } from '#platform/server/http/request-context.ts'
import { adminContract } from '../../contract.ts'
import type { AdminParts } from '../admin-parts.ts'
import { requireAdmin } from '../require-admin.ts'
import { sendPasswordReset } from './send-password-reset.ts'
import { setUserStatus } from './set-user-status.ts'
import { updateUser } from './update-user.ts'
import { listUsers } from './user.store.ts'

export function createUsersRouter(parts: AdminParts) {
  const os = implement(adminContract.users).$context<RequestContext>()
  return os.router({
    list: os.list.handler(async ({ input, context }) => {
      await requireAdmin(parts, context)
      return listUsers(parts.database.orm, input)
    }),
    update: os.update.handler(({ input, context }) => updateUser(parts, context, input)),
    setStatus: os.setStatus.handler(({ input, context }) => setUserStatus(parts, context, input)),
    sendPasswordReset: os.sendPasswordReset.handler(({ input, context }) => sendPasswordReset(parts, context, input)),
  })
}
