// Runs of everybody in the browser, one with all that is known of it, and doing one once more.
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { messageOf } from '#platform/web/http/error-message.ts'
import { notifyError, notifySuccess } from '#platform/web/ui/notices.tsx'
import { ADMIN_RUNS_TEXTS } from '#rulebook/admin/admin-runs-texts.ts'
import { JOB_STATES } from '#rulebook/runs/job-states.ts'
import type { RunPage } from '../../runs-contract.ts'
import { adminClient } from '../admin-client.ts'
import { callLog } from '../call-log.ts'
import { type AddressFilter, useAddressFilter } from '../use-address-filter.ts'
import { useRefetch } from '../use-refetch.ts'

const RUNS_KEY = ['admin', 'runs']
export type RunFilterKey = 'q' | 'status'
export type RunFilter = AddressFilter<RunFilterKey>

export const useRunFilter = (): RunFilter => useAddressFilter<RunFilterKey>(['q', 'status'])

export function useRuns({ values, page }: RunFilter) {
  const search = values.q?.trim()
  const status = JOB_STATES.find((known) => known === values.status)
  const input = { ...(search && { search }), ...(status && { status }), page }
  return useQuery({
    queryKey: [...RUNS_KEY, 'list', input],
    queryFn: ({ signal }) => adminClient.runs.list(input, { signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
}

export const useRunPage = (id: string) =>
  useQuery({
    queryKey: [...RUNS_KEY, 'page', id],
    queryFn: ({ signal }) => adminClient.runs.get({ id }, { signal }),
    refetchOnMount: 'always',
  })

export function useRunAgain({ userId }: Pick<RunPage, 'userId'>, onDone: () => void) {
  const refetch = useRefetch('runs', 'users', 'logs')
  return useMutation({
    mutationFn: (repeat: { readonly id: string; readonly reason: string }) => adminClient.runs.again(repeat),
    onSuccess: async ({ logId }) => {
      notifySuccess(ADMIN_RUNS_TEXTS.againDone)
      callLog('run_again', { logId, userId })
      onDone()
      await refetch()
    },
    onError: (error) => notifyError(`${ADMIN_RUNS_TEXTS.againFailed}：${messageOf(error)}`),
  })
}
