// The calls behind the metrics: dashboard, credit pool, statistics.
import { readReturnsToday } from '#features/processing/server/jobs/no-effect.ts'
import type { AdminCalls } from '../admin-calls.ts'
import type { AdminParts } from '../admin-parts.ts'
import { requireRange } from '../day-range.ts'
import { checkSystem } from './check-system.ts'
import { readPool, readPurchases } from './credit-pool.store.ts'
import { readLoad } from './read-load.ts'
import { readFunnel, readModelUse } from './read-model-use.ts'
import { readLatestJobs, readNewestUsers } from './read-newest.ts'
import { readSales } from './read-sales.ts'
import { readCreditUse, readUserGrowth } from './read-statistics.ts'
import { readVendorAccount } from './read-vendor-account.ts'
import { readDashboardStats, readPoolStatus, readTotalConsumed } from './server-function-answers.ts'
import { updatePool } from './update-pool.ts'

export function createMetricsRouters(parts: AdminParts, { dashboard, pool, statistics }: AdminCalls) {
  const { database } = parts
  return {
    dashboard: dashboard.router({
      stats: dashboard.stats.handler(() => readDashboardStats(database.orm)),
      newestUsers: dashboard.newestUsers.handler(() => readNewestUsers(database)),
      latestJobs: dashboard.latestJobs.handler(() => readLatestJobs(database)),
      returns: dashboard.returns.handler(() => readReturnsToday(database.orm)),
      system: dashboard.system.handler(() => checkSystem(parts)),
    }),
    pool: pool.router({
      newest: pool.newest.handler(() => readPool(database.orm)),
      purchases: pool.purchases.handler(() => readPurchases(database.orm)),
      status: pool.status.handler(() => readPoolStatus(database.orm)),
      totalConsumed: pool.totalConsumed.handler(() => readTotalConsumed(database.orm)),
      vendor: pool.vendor.handler(() => readVendorAccount(parts)),
      update: pool.update.handler(({ context, input }) => updatePool(parts, context, input)),
    }),
    statistics: statistics.router({
      userGrowth: statistics.userGrowth.handler(() => readUserGrowth(database.orm)),
      creditUse: statistics.creditUse.handler(() => readCreditUse(database.orm)),
      models: statistics.models.handler(async ({ input }) => {
        requireRange(input)
        const [models, funnel] = await Promise.all([readModelUse(database.orm, input), readFunnel(database.orm, input)])
        return { models, funnel }
      }),
      sales: statistics.sales.handler(({ input }) => {
        requireRange(input)
        return readSales(database.orm, input)
      }),
      load: statistics.load.handler(() => readLoad(database.orm)),
    }),
  }
}
