// The edit modal (document 2 §4, §5, §7): type and remaining credits, with a reason. The balance changes by an entry of the ledger only.
//
// Two admins at once, or a run that is paid while the modal is open: what would overwrite a value that the editor never saw is refused
// (`edit-stale`, with the values of now), and the modal shows them. A field left as it was shown keeps its current value.
import { adjustCredits } from '#features/credits/server/adjust-credits.ts'
import type { AdminContext } from '#platform/server/http/implement-contract.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import { checkUserEdit } from '#rulebook/admin/admin.ts'
import type { AdminUserChange } from '../../users-contract.ts'
import type { AdminParts } from '../admin-parts.ts'
import { type Change, changeUser } from './change-user.ts'

export interface UserEdit {
  readonly id: string
  readonly userType?: string
  readonly creditsRemaining: number
  readonly seen: { readonly userType: string; readonly creditsRemaining: number }
  readonly reason: string
}

export async function updateUser(parts: AdminParts, context: AdminContext, edit: UserEdit): Promise<AdminUserChange> {
  const { id, seen, creditsRemaining } = edit
  const isCreditEdit = creditsRemaining !== seen.creditsRemaining
  return changeUser(parts, context, {
    id,
    reason: edit.reason,
    problem: checkUserEdit(edit),
    work: async ({ profile, set }) => {
      const now = { userType: profile.userType, creditsRemaining: profile.creditsRemaining }
      const type = changeOf(seen.userType, edit.userType ?? seen.userType, now.userType)
      const credits = changeOf(seen.creditsRemaining, creditsRemaining, now.creditsRemaining)
      if (type === 'stale' || credits === 'stale') throw new ServiceError('edit-stale', now)
      if (type) await set({ userType: type.to })
      return { ...(type && { user_type: type }), ...(credits && { credits_remaining: credits }) }
    },
    after: async (tx, logId) => {
      if (isCreditEdit)
        await adjustCredits(tx, { userId: id, creditsRemaining, reference: logId, reason: edit.reason.trim() })
    },
  })
}

/** Undefined when the editor left the field unchanged. */
function changeOf<Value>(seen: Value, wanted: Value, now: Value): (Change & { to: Value }) | 'stale' | undefined {
  if (wanted === seen) return undefined
  return now === seen ? { from: now, to: wanted } : 'stale'
}
