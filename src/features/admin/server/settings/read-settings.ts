// All rows of `system_configs` as the form shows them: what is missing or no number reads as its default (document 2 §5, §7 Admin).
import { readStoredSettings } from '#features/site/server/system-settings.ts'
import { parseSettings, type SystemSettings } from '#rulebook/admin/system-settings.ts'
import type { AdminParts } from '../admin-parts.ts'

/** Read from the database for operators: the service's cache may be seconds old. */
export async function readSettings(parts: Pick<AdminParts, 'database'>): Promise<SystemSettings> {
  return parseSettings(await readStoredSettings(parts.database.orm))
}
