// The moment at which the present month began in a zone, as SQL (U-19).
import { type SQL, sql } from 'drizzle-orm'

export const monthStart = (timeZone: string): SQL =>
  sql`(date_trunc('month', now() at time zone ${timeZone}) at time zone ${timeZone})`
