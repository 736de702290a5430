// A letter with a link to a new password, to a user's present address (document 2 §7; C-33, C-40, U-45). The log row stands before the
// letter leaves, so that none leaves unlogged; a letter that was not taken is noted in it.
import type { AdminContext } from '#platform/server/http/implement-contract.ts'
import type { AdminParts } from '../admin-parts.ts'
import { addToActionLog, writeActionLog } from '../write-action-log.ts'

export async function sendPasswordReset(
  parts: AdminParts,
  context: AdminContext,
  { id }: { readonly id: string },
): Promise<{ sent: true; logId: string }> {
  const { database } = parts
  const letter = await parts.accounts.prepareResetLetter(id)
  const logId = await database.orm.transaction((tx) =>
    writeActionLog(tx, context, {
      action: 'reset_password',
      targetUserId: id,
      details: { email: letter.email, outcome: 'sent' },
    }),
  )
  try {
    await letter.send()
  } catch (error) {
    await addToActionLog(database, logId, { outcome: 'failed' })
    throw error
  }
  return { sent: true, logId }
}
