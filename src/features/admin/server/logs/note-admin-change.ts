// Administrators made and unmade at the console or by STARTUP_ADMIN_EMAIL are in the operator's log like those of the back office (U-25).
import type { NoteAdminChange } from '#features/account/server/appoint-admins.ts'
import { CONSOLE_ID } from '#rulebook/admin/admin.ts'
import { adminActionLogs } from '../tables.ts'

export const noteAdminChange: NoteAdminChange = async (tx, { action, userId, source }) => {
  await tx
    .insert(adminActionLogs)
    .values({ adminId: CONSOLE_ID, targetUserId: userId, action, actionDetails: { source } })
}
