// Days of the configured zone, both included, as conditions of queries.
import { type SQL, sql } from 'drizzle-orm'
import { ServiceError } from '#platform/server/http/service-error.ts'
import { EXPORT_MAX_DAYS } from '#rulebook/admin/exports.ts'

export interface DayRange {
  readonly from: string
  readonly to: string
}

export const within = (column: SQL, { from, to }: DayRange): SQL =>
  sql`${column} >= (${from}::date::timestamp at time zone app_time_zone())
      and ${column} < ((${to}::date + 1)::timestamp at time zone app_time_zone())`

export const dayOf = (column: SQL): SQL => sql`(${column} at time zone app_time_zone())::date`

const DAY_MS = 86_400_000

/** Throws `export-range` for one that ends before it begins, or is longer than a year. */
export function requireRange({ from, to }: DayRange): void {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  if (!(days >= 1 && days <= EXPORT_MAX_DAYS)) throw new ServiceError('export-range')
}
