// The figures of the back office: read together, renewed every five minutes and by the button (document 2 §2, §9).
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '#platform/web/http/error-message.ts'
import { notifyError, notifySuccess } from '#platform/web/ui/notices.tsx'
import { ADMIN_REFRESH_MS, type STATISTICS_RANGES_DAYS } from '#rulebook/admin/admin.ts'
import { POOL_TEXTS } from '#rulebook/admin/pool.ts'
import { adminClient } from '../admin-client.ts'

const FIGURES_KEY = ['admin', 'figures']

const renewed = { refetchInterval: ADMIN_REFRESH_MS, refetchOnMount: 'always' } as const

export const useDashboard = () =>
  useQuery({
    queryKey: [...FIGURES_KEY, 'dashboard'],
    queryFn: async ({ signal }) => {
      const [stats, poolStatus, pool, system, newestUsers, latestJobs, returns] = await Promise.all([
        adminClient.dashboard.stats(undefined, { signal }),
        adminClient.pool.status(undefined, { signal }),
        adminClient.pool.newest(undefined, { signal }),
        adminClient.dashboard.system(undefined, { signal }),
        adminClient.dashboard.newestUsers(undefined, { signal }),
        adminClient.dashboard.latestJobs(undefined, { signal }),
        adminClient.dashboard.returns(undefined, { signal }),
      ])
      return { stats, poolStatus, pool, system, newestUsers, latestJobs, returns }
    },
    ...renewed,
  })
export type DashboardFigures = NonNullable<ReturnType<typeof useDashboard>['data']>

export const usePool = () =>
  useQuery({
    queryKey: [...FIGURES_KEY, 'pool'],
    queryFn: async ({ signal }) => {
      const [pool, status] = await Promise.all([
        adminClient.pool.newest(undefined, { signal }),
        adminClient.pool.status(undefined, { signal }),
      ])
      return { pool, status }
    },
    ...renewed,
  })
export type PoolFigures = NonNullable<ReturnType<typeof usePool>['data']>
export type CreditPool = NonNullable<PoolFigures['pool']>

/** By itself: nothing waits for somebody else's server. */
export const useVendorAccount = () =>
  useQuery({
    queryKey: [...FIGURES_KEY, 'vendor'],
    queryFn: ({ signal }) => adminClient.pool.vendor(undefined, { signal }),
    ...renewed,
  })

export type VendorAccountFigures = NonNullable<ReturnType<typeof useVendorAccount>['data']>

export const useUserGrowth = () =>
  useQuery({
    queryKey: [...FIGURES_KEY, 'user-growth'],
    queryFn: ({ signal }) => adminClient.statistics.userGrowth(undefined, { signal }),
    refetchOnMount: 'always',
  })

export const useCreditUse = () =>
  useQuery({
    queryKey: [...FIGURES_KEY, 'credit-use'],
    queryFn: ({ signal }) => adminClient.statistics.creditUse(undefined, { signal }),
    refetchOnMount: 'always',
  })

export const useModelStatistics = (days: (typeof STATISTICS_RANGES_DAYS)[number]) =>
  useQuery({
    queryKey: [...FIGURES_KEY, 'models', days],
    queryFn: ({ signal }) => adminClient.statistics.models({ days }, { signal }),
    refetchOnMount: 'always',
  })
export type ModelStatistics = NonNullable<ReturnType<typeof useModelStatistics>['data']>

export function useUpdatePool(onUpdated: (stored: CreditPool) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (update: { totalPurchased: number; costPerCredit: number; notes: string }) =>
      adminClient.pool.update(update),
    onSuccess: async (stored) => {
      notifySuccess(POOL_TEXTS.saved)
      onUpdated(stored)
      await queryClient.invalidateQueries({ queryKey: FIGURES_KEY })
    },
    onError: (error) => notifyError(`${POOL_TEXTS.saveFailed}：${messageOf(error)}`),
  })
}
