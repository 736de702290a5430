// What an administrator may do in the back office (decision 0108). Only who may do everything gets here.
import type { AdminContext } from '#platform/server/http/implement-contract.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import { checkReason } from '#rulebook/admin/admin.ts'
import { type AdminRole, adminRoleOf } from '#rulebook/admin/admin-roles.ts'
import { isAdmin } from '#rulebook/credits/tiers.ts'
import type { AdminUserChange } from '../../users-contract.ts'
import type { AdminParts } from '../admin-parts.ts'
import { changeUser } from './change-user.ts'

export interface RoleChange {
  readonly id: string
  readonly role: AdminRole
  readonly reason: string
}

export const setAdminRole = (parts: AdminParts, context: AdminContext, change: RoleChange): Promise<AdminUserChange> =>
  changeUser(parts, context, {
    ...change,
    problem: checkReason(change.reason),
    action: 'set_admin_role',
    work: async ({ profile, set }) => {
      if (!isAdmin(profile)) throw new ServiceError('admin-role-none')
      await set({ adminRole: change.role === 'administrator' ? null : change.role })
      return { admin_role: { from: adminRoleOf(profile.adminRole), to: change.role } }
    },
  })
