// The statistics of the back office: read together, renewed every five minutes and by the button (document 2 §2, §9).
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '#platform/web/http/error-message.ts'
import { notifyError, notifySuccess } from '#platform/web/ui/notices.tsx'
import { ADMIN_REFRESH_MS } from '#rulebook/admin/admin.ts'
import type { DayRange } from '#rulebook/admin/exports.ts'
import { POOL_TEXTS } from '#rulebook/admin/pool.ts'
import { adminClient } from '../admin-client.ts'
import { useMayCall } from '../use-admin-session.ts'

const STATISTICS_KEY = ['admin', 'statistics']

const renewed = { refetchInterval: ADMIN_REFRESH_MS, refetchOnMount: 'always' } as const

/** Without the pool for a role that may not see it. */
export function useDashboard() {
  const canSeePool = useMayCall()('pool.status')
  return useQuery({
    queryKey: [...STATISTICS_KEY, 'dashboard', canSeePool],
    queryFn: async ({ signal }) => {
      const [stats, poolStatus, pool, system, newestUsers, latestJobs, returns] = await Promise.all([
        adminClient.dashboard.stats(undefined, { signal }),
        canSeePool ? adminClient.pool.status(undefined, { signal }) : null,
        canSeePool ? adminClient.pool.newest(undefined, { signal }) : null,
        adminClient.dashboard.system(undefined, { signal }),
        adminClient.dashboard.newestUsers(undefined, { signal }),
        adminClient.dashboard.latestJobs(undefined, { signal }),
        adminClient.dashboard.returns(undefined, { signal }),
      ])
      return { stats, poolStatus, pool, system, newestUsers, latestJobs, returns }
    },
    ...renewed,
  })
}
export type DashboardStatistics = NonNullable<ReturnType<typeof useDashboard>['data']>

export const usePool = () =>
  useQuery({
    queryKey: [...STATISTICS_KEY, 'pool'],
    queryFn: async ({ signal }) => {
      const [pool, status, purchases] = await Promise.all([
        adminClient.pool.newest(undefined, { signal }),
        adminClient.pool.status(undefined, { signal }),
        adminClient.pool.purchases(undefined, { signal }),
      ])
      return { pool, status, purchases }
    },
    ...renewed,
  })
export type PoolStatistics = NonNullable<ReturnType<typeof usePool>['data']>
export type CreditPool = NonNullable<PoolStatistics['pool']>

/** By itself: nothing waits for somebody else's server. */
export const useVendorAccount = () =>
  useQuery({
    queryKey: [...STATISTICS_KEY, 'vendor'],
    queryFn: ({ signal }) => adminClient.pool.vendor(undefined, { signal }),
    ...renewed,
  })

export type VendorAccountStatistics = NonNullable<ReturnType<typeof useVendorAccount>['data']>

export const useUserGrowth = () =>
  useQuery({
    queryKey: [...STATISTICS_KEY, 'user-growth'],
    queryFn: ({ signal }) => adminClient.statistics.userGrowth(undefined, { signal }),
    refetchOnMount: 'always',
  })

export const useCreditUse = () =>
  useQuery({
    queryKey: [...STATISTICS_KEY, 'credit-use'],
    queryFn: ({ signal }) => adminClient.statistics.creditUse(undefined, { signal }),
    refetchOnMount: 'always',
  })

/** Both of the same days; not asked while they are no range. */
export const useRangeStatistics = (range: DayRange | undefined) =>
  useQuery({
    queryKey: [...STATISTICS_KEY, 'range', range],
    queryFn: async ({ signal }) => {
      const [statistics, sales] = await Promise.all([
        adminClient.statistics.models(range!, { signal }),
        adminClient.statistics.sales(range!, { signal }),
      ])
      return { ...statistics, sales }
    },
    enabled: range !== undefined,
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
export type RangeStatistics = NonNullable<ReturnType<typeof useRangeStatistics>['data']>
export type Sales = RangeStatistics['sales']

export const useLoad = () =>
  useQuery({
    queryKey: [...STATISTICS_KEY, 'load'],
    queryFn: ({ signal }) => adminClient.statistics.load(undefined, { signal }),
    ...renewed,
  })

export function useUpdatePool(onUpdated: (stored: CreditPool) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (update: { totalPurchased: number; costPerCredit: number; notes: string }) =>
      adminClient.pool.update(update),
    onSuccess: async (stored) => {
      notifySuccess(POOL_TEXTS.saved)
      onUpdated(stored)
      await queryClient.invalidateQueries({ queryKey: STATISTICS_KEY })
    },
    onError: (error) => notifyError(`${POOL_TEXTS.saveFailed}：${messageOf(error)}`),
  })
}
