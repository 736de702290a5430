// An email with a link to a new password, to a user's present address (document 2 §7; C-33, C-40, U-45). The log row stands before the
// email leaves, so that none leaves unlogged; an email that was not taken is noted in it.
import type { AdminContext } from '#platform/server/http/implement-contract.ts'
import type { AdminParts } from '../admin-parts.ts'
import { addToActionLog, writeActionLog } from '../write-action-log.ts'

export async function sendPasswordReset(
  parts: AdminParts,
  context: AdminContext,
  { id }: { readonly id: string },
): Promise<{ sent: true; logId: string }> {
  const { database } = parts
  const message = await parts.accounts.prepareResetEmail(id)
  const logId = await database.orm.transaction((tx) =>
    writeActionLog(tx, context, {
      action: 'reset_password',
      targetUserId: id,
      details: { email: message.email, outcome: 'sent' },
    }),
  )
  try {
    await message.send()
  } catch (error) {
    await addToActionLog(database, logId, { outcome: 'failed' })
    throw error
  }
  return { sent: true, logId }
}
