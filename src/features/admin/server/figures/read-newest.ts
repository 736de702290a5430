// The newest users and the latest runs, as the dashboard lists them (document 2 §7 "Admin").
import { desc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { userProfiles } from '#features/account/server/tables.ts'
import { processingHistory } from '#features/processing/server/tables.ts'
import type { Database } from '#platform/server/database/database.ts'
import { ADMIN_NEWEST_ROWS } from '#rulebook/admin/admin.ts'
import type { latestJob, newestUser } from '../../figures-contract.ts'

export async function readNewestUsers({ orm }: Database): Promise<z.infer<typeof newestUser>[]> {
  const rows = await orm
    .select({
      id: userProfiles.id,
      username: userProfiles.username,
      initialEmail: userProfiles.initialEmail,
      avatarUrl: userProfiles.avatarUrl,
      userType: userProfiles.userType,
      status: userProfiles.status,
      creditsRemaining: userProfiles.creditsRemaining,
      creditsTotal: userProfiles.creditsTotal,
      createdAt: userProfiles.createdAt,
      updatedAt: userProfiles.updatedAt,
    })
    .from(userProfiles)
    .orderBy(desc(userProfiles.createdAt))
    .limit(ADMIN_NEWEST_ROWS)
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }))
}

export async function readLatestJobs({ orm }: Database): Promise<z.infer<typeof latestJob>[]> {
  const rows = await orm
    .select({
      id: processingHistory.id,
      aiService: processingHistory.aiService,
      modelKey: processingHistory.modelKey,
      status: processingHistory.status,
      creditsConsumed: processingHistory.creditsConsumed,
      createdAt: processingHistory.createdAt,
      username: userProfiles.username,
      initialEmail: userProfiles.initialEmail,
    })
    .from(processingHistory)
    .leftJoin(userProfiles, eq(userProfiles.id, processingHistory.userId))
    .orderBy(desc(processingHistory.createdAt))
    .limit(ADMIN_NEWEST_ROWS)
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
}
