// What the back office has configured, read from `system_configs` with a short memory: a switch works within seconds everywhere
// and a busy service does not ask the database on every call (C-40, C-48).
import { sql } from 'drizzle-orm'
import type { Database, Queryable, Transaction } from '#platform/server/database/database.ts'
import { parseSettings, type SettingKey, type SystemSettings } from '#rulebook/admin/system-settings.ts'
import { systemConfigs } from './tables.ts'

const MEMORY_MS = 2000

export interface SystemSettingsReader {
  read(): Promise<SystemSettings>
  /** The next read asks the database: for the process in which a setting was just changed. */
  forget(): void
}

export function createSystemSettingsReader(database: Database): SystemSettingsReader {
  let known: { settings: Promise<SystemSettings>; atMs: number } | undefined
  return {
    read: () => {
      // A clock that is set back must not keep a stop that was pressed from being seen.
      const nowMs = performance.now()
      if (known && nowMs - known.atMs < MEMORY_MS) return known.settings
      const settings = readStoredSettings(database.orm).then(parseSettings)
      known = { settings, atMs: nowMs }
      settings.catch(() => {
        known = undefined
      })
      return settings
    },
    forget: () => {
      known = undefined
    },
  }
}

/** The rows as they stand, by key. */
export async function readStoredSettings(database: Queryable): Promise<Partial<Record<SettingKey, string>>> {
  const rows = await database.select().from(systemConfigs)
  return Object.fromEntries(rows.map(({ configKey, configValue }) => [configKey, configValue]))
}

/** Changes of settings wait for each other; readers do not. */
export async function lockSettings(tx: Transaction): Promise<void> {
  await tx.execute(sql`lock table ${systemConfigs} in share row exclusive mode`)
}

export async function storeSetting(tx: Transaction, configKey: SettingKey, configValue: string): Promise<void> {
  const values = { configValue, updatedAt: sql`now()` }
  await tx
    .insert(systemConfigs)
    .values({ configKey, ...values })
    .onConflictDoUpdate({ target: systemConfigs.configKey, set: values })
}
