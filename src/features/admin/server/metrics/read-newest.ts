// The newest users and the latest runs, as the dashboard lists them (document 2 §7 "Admin").
import type { z } from 'zod'
import { namesOfAccounts } from '#features/account/server/profile/account.store.ts'
import { listNewestProfiles } from '#features/account/server/profile/account-list.store.ts'
import { listLatestJobs } from '#features/processing/server/jobs/job.store.ts'
import type { Database } from '#platform/server/database/database.ts'
import { ADMIN_NEWEST_ROWS } from '#rulebook/admin/admin.ts'
import type { latestJob, newestUser } from '../../statistics-contract.ts'

export async function readNewestUsers({ orm }: Database): Promise<z.infer<typeof newestUser>[]> {
  const rows = await listNewestProfiles(orm, ADMIN_NEWEST_ROWS)
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }))
}

export async function readLatestJobs({ orm }: Database): Promise<z.infer<typeof latestJob>[]> {
  const rows = await listLatestJobs(orm, ADMIN_NEWEST_ROWS)
  const names = await namesOfAccounts(
    orm,
    rows.map(({ userId }) => userId),
  )
  return rows.map(({ userId, createdAt, ...job }) => ({
    ...job,
    createdAt: createdAt.toISOString(),
    username: names.get(userId)?.username ?? null,
    initialEmail: names.get(userId)?.initialEmail ?? null,
  }))
}
