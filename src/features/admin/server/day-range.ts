// Days of the configured zone, both included, as conditions of queries.
import { type SQL, sql } from 'drizzle-orm'
import { ServiceError } from '#platform/server/http/service-error.ts'
import { type DayRange, isDayRange } from '#rulebook/admin/exports.ts'

export const isWithinDays = (moment: SQL, { from, to }: DayRange): SQL =>
  sql`${moment} >= (${from}::date::timestamp at time zone app_time_zone())
      and ${moment} < ((${to}::date + 1)::timestamp at time zone app_time_zone())`

export const serviceDayOf = (moment: SQL): SQL => sql`(${moment} at time zone app_time_zone())::date`

/** Throws `export-range` for one that ends before it begins, or is longer than a year. */
export function requireRange(range: DayRange): void {
  if (!isDayRange(range)) throw new ServiceError('export-range')
}
