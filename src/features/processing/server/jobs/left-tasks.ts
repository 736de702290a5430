// Ends of a run that leave its task to an outside provider, which finishes it all the same and is paid: over the limit (C-13; decision 0140), behind an
// account that was refused until then, or by a fault of this service (decision 0265).
import { inArray, sql } from 'drizzle-orm'
import { processingHistory } from '../tables.ts'

const LEAVING_CODES: readonly string[] = [
  'processing-timeout',
  'provider-key',
  'provider-quota',
  'disk-full',
  'unexpected',
]

export const hasLeftTask = ({ errorCode, memory }: typeof processingHistory.$inferSelect): boolean =>
  memory.remoteTaskId !== undefined && errorCode !== null && LEAVING_CODES.includes(errorCode)

/** The same of a row. */
export const HAS_LEFT_TASK = sql`(${inArray(processingHistory.errorCode, [...LEAVING_CODES])} and ${processingHistory.memory} ? 'remoteTaskId')`
