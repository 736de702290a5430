// The procedures of the users page.
import { readLedgerPage } from '#features/billing/server/ledger/read-ledger.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import type { AdminCalls } from '../admin-calls.ts'
import type { AdminParts } from '../admin-parts.ts'
import { giveBackCredits } from './give-back-credits.ts'
import { readFacts, readRuns } from './read-user-page.ts'
import { sendPasswordReset } from './send-password-reset.ts'
import { setAdminRole } from './set-admin-role.ts'
import { setUserStatus } from './set-user-status.ts'
import { signOutUser } from './sign-out-user.ts'
import { updateUser } from './update-user.ts'
import { listUsers, readUser } from './user.store.ts'

export function createUsersRouter(parts: AdminParts, { users }: AdminCalls) {
  return users.router({
    list: users.list.handler(({ input }) => listUsers(parts.database.orm, input)),
    update: users.update.handler(({ input, context }) => updateUser(parts, context, input)),
    setStatus: users.setStatus.handler(({ input, context }) => setUserStatus(parts, context, input)),
    setRole: users.setRole.handler(({ input, context }) => setAdminRole(parts, context, input)),
    get: users.get.handler(async ({ input }) => {
      const user = await readUser(parts.database.orm, input.id)
      if (!user) throw new ServiceError('user-missing')
      return { user }
    }),
    facts: users.facts.handler(({ input }) => readFacts(parts, input.id)),
    ledger: users.ledger.handler(({ input }) => readLedgerPage(parts.database.orm, input.id, input.page)),
    runs: users.runs.handler(({ input }) => readRuns(parts, input)),
    giveBack: users.giveBack.handler(({ input, context }) => giveBackCredits(parts, context, input)),
    signOut: users.signOut.handler(({ input, context }) => signOutUser(parts, context, input)),
    sendPasswordReset: users.sendPasswordReset.handler(({ input, context }) =>
      sendPasswordReset(parts, context, input),
    ),
  })
}
