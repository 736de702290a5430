// The operator's switches and limits are changed (document 2 §4, §5, §7 Admin): only what differs is written, each key with its log row
// (C-40), and works at once in this process, within seconds in others.
import { lockSettings, readStoredSettings, storeSetting } from '#features/site/server/system-settings.ts'
import type { AdminContext } from '#platform/server/http/implement-contract.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import {
  checkSettings,
  parseSettings,
  type SettingKey,
  type SystemSettings,
  storedSettings,
} from '#rulebook/admin/system-settings.ts'
import type { AdminParts } from '../admin-parts.ts'
import { writeActionLog } from '../write-action-log.ts'

/** Returns all settings as they stand afterwards; throws ServiceError with a code of SETTING_ERRORS. */
export async function changeSettings(
  parts: AdminParts,
  context: AdminContext,
  changes: Partial<SystemSettings>,
): Promise<SystemSettings> {
  const problem = checkSettings(changes)
  if (problem) throw new ServiceError(problem.code)
  const settings = await parts.database.orm.transaction(async (tx) => {
    // Two operators at once: the second one's log row has the first one's value as the old one. Readers do not wait.
    await lockSettings(tx)
    const before = await readStoredSettings(tx)
    const after = { ...before, ...storedSettings(changes) }
    for (const [key, value] of Object.entries(after) as [SettingKey, string][]) {
      const oldValue = before[key] ?? null
      if (value === oldValue) continue
      await storeSetting(tx, key, value)
      const details = { key, old_value: oldValue, new_value: value }
      await writeActionLog(tx, context, { action: 'update_config', details })
    }
    return parseSettings(after)
  })
  parts.site.forgetSystemSettings()
  return settings
}
