// Calls of the server functions that the documents name, with their answers as they come (document 2 §7).
import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Queryable } from '#platform/server/database/database.ts'
import type { dashboardStats, poolStatus } from '../../statistics-contract.ts'

const answerOf = async <Answer>(db: Queryable, call: SQL): Promise<Answer> => {
  const { rows } = await db.execute<{ answer: Answer }>(sql`select ${call} as answer`)
  return rows[0]!.answer
}

export const readDashboardStats = (db: Queryable) =>
  answerOf<z.infer<typeof dashboardStats>>(db, sql`get_admin_dashboard_stats()`)

export const readPoolStatus = (db: Queryable) =>
  answerOf<z.infer<typeof poolStatus>>(db, sql`get_api_credit_pool_status()`)

/** Both homes answer a `bigint` differently, a `float8` alike; credits stay far below its 53 bits. */
export const readTotalConsumed = (db: Queryable): Promise<number> =>
  answerOf<number>(db, sql`get_total_credits_consumed()::float8`)
