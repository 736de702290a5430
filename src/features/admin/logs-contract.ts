// The operator's log (document 2 §2, §7; C-40, U-26): read by page, and the documented call that writes to it.
import { z } from 'zod'
import { adminProcedure } from '#platform/procedures.ts'
import { ADMIN_ACTIONS } from '#rulebook/admin/admin.ts'
import { storableDay } from './storable-text.ts'

/** Null when the account is gone; the row stays readable. */
const party = z.object({ username: z.string().nullable(), initialEmail: z.string().nullable() }).nullable()

const logRow = z.object({
  id: z.uuid(),
  /** One of ADMIN_ACTIONS, or whatever an older version wrote. */
  action: z.string(),
  adminId: z.uuid(),
  admin: party,
  targetUserId: z.uuid().nullable(),
  targetUser: party,
  details: z.record(z.string(), z.unknown()),
  ipAddress: z.string().nullable(),
  userAgent: z.string().nullable(),
  createdAt: z.iso.datetime(),
})

export const logsContract = {
  /** `from` and `to` are days of the service's zone, both included. */
  list: adminProcedure
    .route({ method: 'GET', path: '/admin/logs' })
    .input(
      z.object({
        action: z.enum(ADMIN_ACTIONS).optional(),
        from: storableDay.optional(),
        to: storableDay.optional(),
        page: z.coerce.number().int().min(1).max(100_000).default(1),
      }),
    )
    .output(z.object({ rows: z.array(logRow), total: z.int() })),
  /**
   * The server function log_admin_action. Every action has its row already, written with it; a call whose details name that row by
   * `log_id` finds it and adds none.
   */
  write: adminProcedure
    .route({ method: 'POST', path: '/admin/logs' })
    .input(
      z.object({
        p_action: z.enum(ADMIN_ACTIONS),
        p_target_user_id: z.uuid().optional(),
        p_action_details: z.record(z.string().max(40), z.unknown()),
      }),
    )
    .output(z.object({ id: z.uuid() })),
}

export type LogRow = z.infer<typeof logRow>
export type LogParty = z.infer<typeof party>
