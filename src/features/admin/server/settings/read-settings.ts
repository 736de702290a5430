// All rows of `system_configs` as the form shows them: what is missing or no number reads as its default (document 2 §5, §7 Admin).
import { readStoredSettings } from '#features/site/server/system-settings.ts'
import type { RequestContext } from '#platform/server/http/request-context.ts'
import { parseSettings, type SystemSettings } from '#rulebook/admin/system-settings.ts'
import type { AdminParts } from '../admin-parts.ts'
import { requireAdmin } from '../require-admin.ts'

/** Asked anew for every operator: the service's own memory of them may be seconds old. */
export async function readSettings(parts: AdminParts, context: RequestContext): Promise<SystemSettings> {
  await requireAdmin(parts, context)
  return parseSettings(await readStoredSettings(parts.database.orm))
}
