// The calls behind the figures: dashboard, credit pool, statistics.
import { implement } from '@orpc/server'
import type { RequestContext } from '#platform/server/http/request-context.ts'
import { adminContract } from '../../contract.ts'
import type { AdminParts } from '../admin-parts.ts'
import { requireAdmin } from '../require-admin.ts'
import { checkSystem } from './check-system.ts'
import { readPool } from './credit-pool.store.ts'
import { readLatestJobs, readNewestUsers } from './read-newest.ts'
import { readCreditUse, readUserGrowth } from './read-statistics.ts'
import { readDashboardStats, readPoolStatus, readTotalConsumed } from './server-function-answers.ts'
import { updatePool } from './update-pool.ts'

export function createFiguresRouters(parts: AdminParts) {
  const os = implement(adminContract).$context<RequestContext>()
  const { database } = parts
  /** A reading that every admin may do. */
  const reads =
    <Answer>(read: () => Promise<Answer>) =>
    async ({ context }: { readonly context: RequestContext }): Promise<Answer> => {
      await requireAdmin(parts, context)
      return read()
    }
  return {
    dashboard: os.dashboard.router({
      stats: os.dashboard.stats.handler(reads(() => readDashboardStats(database.orm))),
      newestUsers: os.dashboard.newestUsers.handler(reads(() => readNewestUsers(database))),
      latestJobs: os.dashboard.latestJobs.handler(reads(() => readLatestJobs(database))),
      system: os.dashboard.system.handler(reads(() => checkSystem(parts))),
    }),
    pool: os.pool.router({
      newest: os.pool.newest.handler(reads(() => readPool(database.orm))),
      status: os.pool.status.handler(reads(() => readPoolStatus(database.orm))),
      totalConsumed: os.pool.totalConsumed.handler(reads(() => readTotalConsumed(database.orm))),
      update: os.pool.update.handler(async ({ context, input }) =>
        updatePool(parts, await requireAdmin(parts, context), context, input),
      ),
    }),
    statistics: os.statistics.router({
      userGrowth: os.statistics.userGrowth.handler(reads(() => readUserGrowth(database.orm))),
      creditUse: os.statistics.creditUse.handler(reads(() => readCreditUse(database.orm))),
    }),
  }
}
