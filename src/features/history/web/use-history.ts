// The list page by page (10 on the screen, C-28), renewed every 5 s while a job runs, and the removal of uploads.
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { notifyError, notifySuccess } from '#platform/web/notices.tsx'
import { messageOf } from '#rulebook/errors.ts'
import { HISTORY_SCREEN_PAGE_SIZE, HISTORY_TEXTS, hasMoreHistory } from '#rulebook/history.ts'
import { isInProgress, isJobState } from '#rulebook/job-states.ts'
import { POLL_INTERVAL_MS } from '#rulebook/polling.ts'
import type { HistoryEntry, HistoryPage } from '../contract.ts'
import { historyClient } from './history-client.ts'

const KEY = ['history']

/** Pages overlap when something was uploaded meanwhile; every entry is shown once. */
export function entriesOf(pages: readonly HistoryPage[]): HistoryEntry[] {
  const byId = new Map(pages.flatMap((page) => page.entries).map((entry) => [entry.id, entry]))
  return [...byId.values()]
}

/** False also for a stored state that this page does not know. */
export const isRunning = ({ status }: { readonly status: string }): boolean =>
  isJobState(status) && isInProgress(status)

const hasRunning = (entries: readonly HistoryEntry[]): boolean => entries.some((entry) => entry.records.some(isRunning))

export function useHistoryList() {
  return useInfiniteQuery({
    queryKey: [...KEY, 'list'],
    queryFn: ({ pageParam, signal }) =>
      historyClient.list({ limit: HISTORY_SCREEN_PAGE_SIZE, offset: pageParam }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last: HistoryPage, pages) =>
      hasMoreHistory(last.entries.length, HISTORY_SCREEN_PAGE_SIZE)
        ? pages.length * HISTORY_SCREEN_PAGE_SIZE
        : undefined,
    refetchInterval: ({ state }) => (hasRunning(entriesOf(state.data?.pages ?? [])) ? POLL_INTERVAL_MS : false),
    refetchOnMount: 'always',
  })
}

export const useHistoryStats = () =>
  useQuery({
    queryKey: [...KEY, 'stats'],
    queryFn: ({ signal }) => historyClient.stats(undefined, { signal }),
    refetchOnMount: 'always',
  })

/** Removes one upload or several; the notice names which of both it was. */
export function useRemoveUploads(onRemoved: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (uploadIds: string[]) => historyClient.remove({ uploadIds }),
    onSuccess: async (_answer, uploadIds) => {
      notifySuccess(uploadIds.length === 1 ? HISTORY_TEXTS.deleted : HISTORY_TEXTS.batchDeleted)
      onRemoved()
      await queryClient.invalidateQueries({ queryKey: KEY })
    },
    onError: (_error, uploadIds) => {
      notifyError(messageOf({ code: uploadIds.length === 1 ? 'history-delete-failed' : 'history-batch-delete-failed' }))
    },
  })
}
