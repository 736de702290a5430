// The users page of the back office (document 2 §2, §5, §7; C-04, U-25, U-36, U-52).
import { z } from 'zod'
import { adminProcedure, provenAdminProcedure } from '#platform/procedures.ts'
import { EDIT_REASON_MAX_CHARACTERS } from '#rulebook/admin/admin.ts'
import { ADMIN_ROLES } from '#rulebook/admin/admin-roles.ts'
import { EDITABLE_USER_TYPES, USER_STATUSES, USER_TYPES } from '#rulebook/credits/tiers.ts'
import { storableText } from './storable-text.ts'
import { userPageContract } from './user-page-contract.ts'

const adminUser = z.object({
  id: z.uuid(),
  username: z.string().nullable(),
  initialEmail: z.string().nullable(),
  /** The present address, to which emails go. */
  email: z.string(),
  avatarUrl: z.string().nullable(),
  userType: z.string(),
  status: z.enum(USER_STATUSES),
  /** Null: no administrator. */
  adminRole: z.enum(ADMIN_ROLES).nullable(),
  creditsRemaining: z.int(),
  creditsTotal: z.int(),
  createdAt: z.iso.datetime(),
  lastActiveAt: z.iso.datetime(),
  /** When the account ends unless its owner signs in before; null: it stays. */
  deletionDueAt: z.iso.datetime().nullable(),
})

const target = z.object({ id: z.uuid() })
const reason = storableText.max(EDIT_REASON_MAX_CHARACTERS)
const changed = z.object({ user: adminUser, logId: z.uuid() })

export const usersContract = {
  ...userPageContract,
  list: adminProcedure
    .route({ method: 'GET', path: '/admin/users' })
    .input(
      z.object({
        /** A part of name or email, in any case; no character of it is special. */
        search: storableText.max(100).optional(),
        /** All stored values, `banned` among them (C-03). */
        userType: z.enum(USER_TYPES).optional(),
        status: z.enum(USER_STATUSES).optional(),
        page: z.coerce.number().int().min(1).max(100_000).default(1),
      }),
    )
    .output(z.object({ users: z.array(adminUser), total: z.int() })),
  /** Throws `user-missing`. */
  get: adminProcedure
    .route({ method: 'GET', path: '/admin/users/{id}' })
    .input(target)
    .output(z.object({ user: adminUser })),
  /** Type and balance. `seen` is what the editor had before the eyes: what changed meanwhile is not overwritten (`edit-stale`). */
  update: provenAdminProcedure
    .route({ method: 'PATCH', path: '/admin/users/{id}' })
    .input(
      target.extend({
        /** Absent: unchanged. */
        userType: z.enum(EDITABLE_USER_TYPES).optional(),
        creditsRemaining: z.number(),
        seen: z.object({ userType: z.string().max(40), creditsRemaining: z.int() }),
        reason,
      }),
    )
    .output(changed),
  /** Role of an administrator; for administrators who may do everything. Throws `admin-role-none` or `admin-last`. */
  setRole: provenAdminProcedure
    .route({ method: 'POST', path: '/admin/users/{id}/role' })
    .input(target.extend({ role: z.enum(ADMIN_ROLES), reason }))
    .output(changed),
  /** The row action 暂停, 封禁, 恢复 (C-04). */
  setStatus: provenAdminProcedure
    .route({ method: 'POST', path: '/admin/users/{id}/status' })
    .input(target.extend({ status: z.enum(USER_STATUSES), reason }))
    .output(changed),
  /** An email with a link to a new password. */
  sendPasswordReset: adminProcedure
    .route({ method: 'POST', path: '/admin/users/{id}/password-reset' })
    .input(target)
    .output(z.object({ sent: z.literal(true), logId: z.uuid() })),
}

export type AdminUser = z.infer<typeof adminUser>
export type AdminUserChange = z.infer<typeof changed>
