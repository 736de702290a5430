// The figures of the back office: dashboard, credit pool, statistics (document 2 §2, §3, §7). The pool's row and the answers
// of server functions keep the documents' field names.
import { z } from 'zod'
import { adminProcedure, provenAdminProcedure } from '#platform/procedures.ts'
import { ADMIN_NEWEST_ROWS } from '#rulebook/admin/admin.ts'
import { OPENING_TASKS } from '#rulebook/admin/opening-tasks.ts'
import { POOL_LIMITS } from '#rulebook/admin/pool.ts'
import { PART_STATES, SYSTEM_PARTS } from '#rulebook/admin/system-health.ts'
import { storableDay as day, storableText } from './storable-text.ts'

const counts = z.record(z.string(), z.int())
const moment = z.iso.datetime()

/** The answer of get_admin_dashboard_stats. */
export const dashboardStats = z.object({
  new_users_today: z.int(),
  total_processing_today: z.int(),
  user_type_distribution: counts,
})

/** A profile with all its fields (document 2 §3). */
export const newestUser = z.object({
  id: z.uuid(),
  username: z.string().nullable(),
  initialEmail: z.string().nullable(),
  avatarUrl: z.string().nullable(),
  userType: z.string(),
  status: z.string().nullable(),
  creditsRemaining: z.int(),
  creditsTotal: z.int(),
  createdAt: moment,
  updatedAt: moment,
})

/** A run, and whose it was. */
export const latestJob = z.object({
  id: z.uuid(),
  aiService: z.string(),
  modelKey: z.string(),
  status: z.string(),
  creditsConsumed: z.int(),
  createdAt: moment,
  username: z.string().nullable(),
  initialEmail: z.string().nullable(),
})

/** Runs of today that changed next to nothing and were not charged, and the credits that came back (decision 0095). */
export const returnsToday = z.object({ runs: z.int(), credits: z.int() })

export const systemFacts = z.object({
  parts: z.record(z.enum(SYSTEM_PARTS), z.enum(PART_STATES)),
  lastHour: z.object({ ended: z.int(), failed: z.int(), keyFailures: z.int(), quotaFailures: z.int() }),
  emergencyStop: z.boolean(),
  maintenance: z.boolean(),
  /** What last night's audit found; 0 before the first one. */
  auditFaults: z.int(),
  /** Where the vendor's list and our runs do not agree; 0 before the first comparison. */
  vendorFaults: z.int(),
  paidForNothing: z.int(),
  /** What is still to be set before strangers come. */
  openingTasks: z.array(z.enum(OPENING_TASKS)),
  /** People on the waitlist of the purchase; an old name that loaded pages read. */
  purchaseWishes: z.int(),
})

export const dashboardContract = {
  stats: adminProcedure.route({ method: 'GET', path: '/admin/dashboard/stats' }).output(dashboardStats),
  newestUsers: adminProcedure
    .route({ method: 'GET', path: '/admin/dashboard/newest-users' })
    .output(z.array(newestUser).max(ADMIN_NEWEST_ROWS)),
  latestJobs: adminProcedure
    .route({ method: 'GET', path: '/admin/dashboard/latest-jobs' })
    .output(z.array(latestJob).max(ADMIN_NEWEST_ROWS)),
  returns: adminProcedure.route({ method: 'GET', path: '/admin/dashboard/returns' }).output(returnsToday),
  system: adminProcedure.route({ method: 'GET', path: '/admin/dashboard/system' }).output(systemFacts),
}

/** The answer of get_api_credit_pool_status. */
export const poolStatus = z.object({
  today_consumed: z.int(),
  yesterday_consumed: z.int(),
  trend_percentage: z.number(),
  total_processing_today: z.int(),
  /** Null on a day without ended runs (U-20). */
  success_rate_today: z.number().nullable(),
  service_distribution_today: counts,
})

/** Figures in credits, costs in US dollars. `consumed_since`: what completed runs used after the row was written. */
export const creditPool = z.object({
  total_purchased: z.int(),
  consumed: z.int(),
  remaining: z.int(),
  cost_per_credit: z.number(),
  total_cost: z.number(),
  last_updated: moment,
  consumed_since: z.int(),
})

/** What was entered each time; a correction is negative. */
export const poolPurchase = z.object({
  id: z.uuid(),
  credits: z.int(),
  cost_per_credit: z.number(),
  notes: z.string(),
  at: moment,
})

/** The account at the outside AI provider, as reported there; null values while unknown. */
export const vendorAccount = z.object({
  available: z.number().nullable(),
  reserved: z.number().nullable(),
  /** What the last days brought, in credits of each side. */
  margin: z.object({ runs: z.int(), vendorCredits: z.number(), creditsConsumed: z.number() }),
  /** The comparison of last night (decision 0068); null before the first one. */
  report: z
    .object({ at: moment, tasks: z.int(), vendorCredits: z.int(), learned: z.int(), faults: z.int(), byCheck: counts })
    .nullable(),
})

export const poolContract = {
  /** Null where this machine computes, or no account is configured. */
  vendor: adminProcedure.route({ method: 'GET', path: '/admin/credit-pool/vendor' }).output(vendorAccount.nullable()),
  /** The newest row; null when there is none (PGRST116 of the documents is no error here, U-21). */
  newest: adminProcedure.route({ method: 'GET', path: '/admin/credit-pool' }).output(creditPool.nullable()),
  /** Newest first. */
  purchases: adminProcedure
    .route({ method: 'GET', path: '/admin/credit-pool/purchases' })
    .output(z.array(poolPurchase)),
  status: adminProcedure.route({ method: 'GET', path: '/admin/credit-pool/status' }).output(poolStatus),
  totalConsumed: adminProcedure.route({ method: 'GET', path: '/admin/credit-pool/consumed' }).output(z.int()),
  /** Throws `pool-input-invalid`. */
  update: provenAdminProcedure
    .route({ method: 'PUT', path: '/admin/credit-pool' })
    .input(
      z.object({
        totalPurchased: z.number(),
        costPerCredit: z.number(),
        notes: storableText.max(POOL_LIMITS.notesLength),
      }),
    )
    .output(creditPool),
}

export const userGrowthDay = z.object({ day, newUsers: z.int(), totalUsers: z.int() })
export const creditUseDay = z.object({ day, credits: z.int(), runs: z.int() })

/** The runs begun in these days; seconds are null where none was completed. */
export const modelUse = z.object({
  modelKey: z.string(),
  completed: z.int(),
  /** Without those that their person cancelled (C-55). */
  failed: z.int(),
  medianSeconds: z.number().nullable(),
  /** Nine of ten took no longer. */
  p90Seconds: z.number().nullable(),
  credits: z.int(),
  /** What those credits brought on average, what the provider took, and what is left; estimates. */
  incomeUsd: z.number(),
  costUsd: z.number(),
})
const money = z.object({ income: z.int(), refunded: z.int() })
/** In fen and cents, each currency by itself. */
export const sales = z.object({
  days: z.array(z.object({ day, orders: z.int(), cny: money, usd: money })),
  buyers: z.int(),
})
export const serviceLoad = z.object({
  waiting: z.int(),
  processing: z.int(),
  /** Null while nothing waits. */
  oldestWaitingSeconds: z.number().nullable(),
  /** Originals that are kept now. */
  pictures: z.int(),
  pictureBytes: z.number(),
})
/** The people who signed up in these days. */
export const funnel = z.object({ signUps: z.int(), ran: z.int(), bought: z.int() })

/** Days of the configured zone, both included. */
const range = z.object({ from: day, to: day })

/** Oldest day first; the last one is today. */
export const statisticsContract = {
  userGrowth: adminProcedure
    .route({ method: 'GET', path: '/admin/statistics/user-growth' })
    .output(z.array(userGrowthDay)),
  creditUse: adminProcedure
    .route({ method: 'GET', path: '/admin/statistics/credit-use' })
    .output(z.array(creditUseDay)),
  /** Throws `export-range`; the most used model first. */
  models: adminProcedure
    .route({ method: 'GET', path: '/admin/statistics/models' })
    .input(range)
    .output(z.object({ models: z.array(modelUse), funnel })),
  /** Throws `export-range`. */
  sales: adminProcedure.route({ method: 'GET', path: '/admin/statistics/sales' }).input(range).output(sales),
  load: adminProcedure.route({ method: 'GET', path: '/admin/statistics/load' }).output(serviceLoad),
}
