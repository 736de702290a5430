// The row action 暂停, 封禁, 恢复 with a reason (C-04, C-03, U-14). It stops what the account may begin; its sessions, pictures, runs, bills
// and credits stay, so that a suspension by mistake is undone without a trace.
import type { AdminContext } from '#platform/server/http/implement-contract.ts'
import { checkReason } from '#rulebook/admin/admin.ts'
import { DEFAULT_USER_STATUS, type UserStatus } from '#rulebook/credits/tiers.ts'
import type { AdminUserChange } from '../../users-contract.ts'
import type { AdminParts } from '../admin-parts.ts'
import { changeUser } from './change-user.ts'

export interface StatusChange {
  readonly id: string
  readonly status: UserStatus
  readonly reason: string
}

export const setUserStatus = (
  parts: AdminParts,
  context: AdminContext,
  change: StatusChange,
): Promise<AdminUserChange> =>
  changeUser(parts, context, {
    ...change,
    problem: checkReason(change.reason),
    work: async ({ profile, set }) => {
      await set({ status: change.status })
      return { status: { from: profile.status ?? DEFAULT_USER_STATUS, to: change.status } }
    },
  })
