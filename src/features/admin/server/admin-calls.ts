// The calls of the back office, each ready for its handler: `session` for any signed-in user, all others for administrators only.
import { type Implementer, implementContract } from '#platform/server/http/implement-contract.ts'
import { adminContract } from '../contract.ts'
import type { RequireParts } from './admin-parts.ts'
import { requireAdmin } from './require-admin.ts'

export type AdminCalls = Implementer<typeof adminContract>

export const implementAdminCalls = (parts: RequireParts): AdminCalls =>
  implementContract(adminContract, (caller, call) => requireAdmin(parts, caller, call))
