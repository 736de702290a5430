// Calls of the server functions that the documents name, with their answers as they come (document 2 §7).
import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Queryable } from '#platform/server/database/database.ts'
import type { dashboardStats, poolStatus } from '../../figures-contract.ts'
import type { AdminParts } from '../admin-parts.ts'
import { inServiceZone } from './in-service-zone.ts'

const answerOf = async <Answer>(tx: Queryable, call: SQL): Promise<Answer> => {
  const { rows } = await tx.execute<{ answer: Answer }>(sql`select ${call} as answer`)
  return rows[0]!.answer
}

export const readDashboardStats = (parts: AdminParts) =>
  inServiceZone(parts, (tx) => answerOf<z.infer<typeof dashboardStats>>(tx, sql`get_admin_dashboard_stats()`))

export const readPoolStatus = (parts: AdminParts) =>
  inServiceZone(parts, (tx) => answerOf<z.infer<typeof poolStatus>>(tx, sql`get_api_credit_pool_status()`))

/** Both homes answer a `bigint` differently, a `float8` alike; credits stay far below its 53 bits. */
export const readTotalConsumed = (tx: Queryable): Promise<number> =>
  answerOf<number>(tx, sql`get_total_credits_consumed()::float8`)
