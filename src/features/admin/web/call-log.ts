// The documented call log_admin_action after a change, whose failure is a warning in the console and nothing more (document 2 §8; C-40).
import type { AdminAction } from '#rulebook/admin/admin.ts'
import { ADMIN_USERS_TEXTS } from '#rulebook/admin/admin-users-texts.ts'
import { adminClient } from './admin-client.ts'

interface LoggedChange {
  /** Id of the row that the server wrote with the change. */
  readonly logId: string
  /** Whose account it was, where it was one's. */
  readonly userId?: string | null
}

export const callLog = (action: AdminAction, { logId, userId }: LoggedChange): void => {
  adminClient.logs
    .write({ p_action: action, ...(userId && { p_target_user_id: userId }), p_action_details: { log_id: logId } })
    .catch((error: unknown) => console.warn(ADMIN_USERS_TEXTS.logCallFailed, error))
}
