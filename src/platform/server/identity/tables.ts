// What makes processes one service: which storage they see and which secret they sign with (decision 0071).
import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'

export const serviceIdentity = pgTable('service_identity', {
  /** `begun`: the marks that first starts are about to give their storages. */
  name: text('name', { enum: ['storage', 'secret', 'begun'] }).primaryKey(),
  value: text('value').notNull(),
  provenAt: timestamp('proven_at', { withTimezone: true }).notNull().defaultNow(),
})
