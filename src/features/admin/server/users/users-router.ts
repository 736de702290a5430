// The procedures of the users page.
import type { AdminCalls } from '../admin-calls.ts'
import type { AdminParts } from '../admin-parts.ts'
import { sendPasswordReset } from './send-password-reset.ts'
import { setUserStatus } from './set-user-status.ts'
import { updateUser } from './update-user.ts'
import { listUsers } from './user.store.ts'

export function createUsersRouter(parts: AdminParts, { users }: AdminCalls) {
  return users.router({
    list: users.list.handler(({ input }) => listUsers(parts.database.orm, input)),
    update: users.update.handler(({ input, context }) => updateUser(parts, context, input)),
    setStatus: users.setStatus.handler(({ input, context }) => setUserStatus(parts, context, input)),
    sendPasswordReset: users.sendPasswordReset.handler(({ input, context }) =>
      sendPasswordReset(parts, context, input),
    ),
  })
}
