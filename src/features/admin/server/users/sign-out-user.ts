// An operator signs a person out everywhere: a lost phone, a sign-in that was nobody's (decision 0111). Nothing else of the account changes.
import { eq } from 'drizzle-orm'
import { findAccount } from '#features/account/server/profile/account.store.ts'
import { removeAllDevices } from '#features/account/server/profile/device.store.ts'
import { forgetTrustedBrowsers } from '#features/account/server/two-factor/two-factor.ts'
import type { AdminContext } from '#platform/server/http/implement-contract.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import type { AdminParts } from '../admin-parts.ts'
import { demandReason } from '../demand-reason.ts'
import { adminSessions } from '../tables.ts'
import { writeActionLog } from '../write-action-log.ts'

export async function signOutUser(
  { database, clock }: Pick<AdminParts, 'database' | 'clock'>,
  context: AdminContext,
  { id, reason: written }: { readonly id: string; readonly reason: string },
): Promise<{ ended: number; logId: string }> {
  const reason = demandReason(written)
  return database.orm.transaction(async (tx) => {
    if (!(await findAccount(tx, id))) throw new ServiceError('user-missing')
    const ended = await removeAllDevices(tx, id, clock.now())
    await tx.delete(adminSessions).where(eq(adminSessions.userId, id))
    await forgetTrustedBrowsers({ orm: tx }, id)
    const details = { reason, ended }
    return { ended, logId: await writeActionLog(tx, context, { action: 'sign_out_user', targetUserId: id, details }) }
  })
}
