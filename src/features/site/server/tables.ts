// Settings that the operator changes while the service runs (document 2 §3).
import { sql } from 'drizzle-orm'
import { check, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

export const systemConfigs = pgTable(
  'system_configs',
  {
    configKey: text('config_key').primaryKey(),
    configValue: text('config_value').notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    check(
      'system_configs_key',
      sql`${table.configKey} in ('emergency_stop', 'maintenance_mode', 'api_rate_limit', 'max_daily_credits_per_user', 'system_announcement')`,
    ),
  ],
)
