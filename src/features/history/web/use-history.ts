// The list page by page (10 on the screen, C-28), renewed every 5 s while a job runs, and the removal of uploads.
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { codeOf } from '#platform/web/http/code-of.ts'
import { guidesToBrowser } from '#platform/web/in-app/guides-to-browser.ts'
import { notifyError, notifyInfo, notifySuccess } from '#platform/web/ui/notices.tsx'
import { messageFromRegister } from '#rulebook/errors/errors.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { HISTORY_SCREEN_PAGE_SIZE, HISTORY_TEXTS, hasMoreHistory } from '#rulebook/history/history.ts'
import { HISTORY_PAGE_TEXTS } from '#rulebook/history/history-page-texts.ts'
import { sizeText } from '#rulebook/pictures/upload.ts'
import { isInProgress, isJobState } from '#rulebook/runs/job-states.ts'
import { POLL_INTERVAL_MS } from '#rulebook/runs/polling.ts'
import type { HistoryEntry, HistoryFilter, HistoryPage } from '../contract.ts'
import { downloadFile } from './download-file.ts'
import { historyClient } from './history-client.ts'

export const HISTORY_KEY = ['history']

/** Pages overlap when something was uploaded meanwhile; every entry is shown once. */
export function entriesOf(pages: readonly HistoryPage[]): HistoryEntry[] {
  const byId = new Map(pages.flatMap((page) => page.entries).map((entry) => [entry.id, entry]))
  return [...byId.values()]
}

/** False also for a stored state that this page does not know. */
export const isRunning = ({ status }: { readonly status: string }): boolean =>
  isJobState(status) && isInProgress(status)

const hasRunning = (entries: readonly HistoryEntry[]): boolean => entries.some((entry) => entry.records.some(isRunning))

/** Every page that was loaded is asked again, one after the other: at most one of them a second. */
const MS_PER_PAGE = 1000
const pollInterval = (pages: readonly HistoryPage[]): number | false =>
  hasRunning(entriesOf(pages)) && Math.max(POLL_INTERVAL_MS, pages.length * MS_PER_PAGE)

export function useHistoryList(filter: HistoryFilter) {
  return useInfiniteQuery({
    queryKey: [...HISTORY_KEY, 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      historyClient.list({ ...filter, limit: HISTORY_SCREEN_PAGE_SIZE, offset: pageParam }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last: HistoryPage, pages) =>
      hasMoreHistory(last.entries.length, HISTORY_SCREEN_PAGE_SIZE)
        ? pages.length * HISTORY_SCREEN_PAGE_SIZE
        : undefined,
    refetchInterval: ({ state }) => pollInterval(state.data?.pages ?? []),
    refetchOnMount: 'always',
    // While a changed filter is asked, the list before it stays.
    placeholderData: keepPreviousData,
  })
}

export const useHistoryStats = () =>
  useQuery({
    queryKey: [...HISTORY_KEY, 'stats'],
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
      await queryClient.invalidateQueries({ queryKey: HISTORY_KEY })
    },
    onError: (_error, uploadIds) => {
      notifyError(
        messageFromRegister({ code: uploadIds.length === 1 ? 'history-delete-failed' : 'history-batch-delete-failed' }),
      )
    },
  })
}

/** One archive of everything that the selected uploads brought forth (P-10). */
export const useDownloadArchive = () =>
  useMutation({
    mutationFn: async (uploadIds: string[]) => {
      if (guidesToBrowser()) return
      const offer = await historyClient.archive({ uploadIds })
      notifyInfo(fillText(HISTORY_PAGE_TEXTS.archiveStarted, { n: offer.files, size: sizeText(offer.sizeBytes) }))
      await downloadFile(offer.address)
    },
    onError: (error) => notifyError(messageFromRegister(refusalOf(error))),
  })

const TOLD_AS_THEY_ARE = ['result-expired', 'too-many-archives'] as const

/** Everything else is a failed download. */
const refusalOf = (error: unknown) => ({
  code: TOLD_AS_THEY_ARE.find((code) => code === codeOf(error)) ?? ('history-download-failed' as const),
})
