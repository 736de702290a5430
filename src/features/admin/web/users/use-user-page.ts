// What the page of one user asks, and giving back what a run cost.
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { messageOf } from '#platform/web/http/error-message.ts'
import { notifyError, notifySuccess } from '#platform/web/ui/notices.tsx'
import { USER_PAGE_TEXTS } from '#rulebook/admin/admin-user-page-texts.ts'
import { fillText } from '#rulebook/fill-text.ts'
import type { UserRun } from '../../user-page-contract.ts'
import { adminClient } from '../admin-client.ts'
import { callLog } from '../call-log.ts'
import { useRefetch } from '../use-refetch.ts'

const keyOf = (id: string) => ['admin', 'users', 'page', id]

export const useUserFacts = (id: string) =>
  useQuery({
    queryKey: [...keyOf(id), 'facts'],
    queryFn: async ({ signal }) => {
      const [facts, { user }] = await Promise.all([
        adminClient.users.facts({ id }, { signal }),
        adminClient.users.get({ id }, { signal }),
      ])
      return { ...facts, user }
    },
    refetchOnMount: 'always',
  })

export const useUserLedger = (id: string, page: number) =>
  useQuery({
    queryKey: [...keyOf(id), 'ledger', page],
    queryFn: ({ signal }) => adminClient.users.ledger({ id, page }, { signal }),
    placeholderData: keepPreviousData,
  })

export const useUserRuns = (id: string, question: { readonly page: number; readonly search: string }) =>
  useQuery({
    queryKey: [...keyOf(id), 'runs', question],
    queryFn: ({ signal }) => adminClient.users.runs({ id, ...question }, { signal }),
    placeholderData: keepPreviousData,
  })

export function useSignOut({ onDone }: { readonly onDone: () => void }) {
  const refetch = useRefetch('users', 'logs')
  return useMutation({
    mutationFn: (order: { readonly id: string; readonly reason: string }) => adminClient.users.signOut(order),
    onSuccess: async ({ ended, logId }, { id }) => {
      notifySuccess(ended > 0 ? fillText(USER_PAGE_TEXTS.signedOut, { n: ended }) : USER_PAGE_TEXTS.signedOutNone)
      callLog('sign_out_user', { logId, userId: id })
      onDone()
      await refetch()
    },
    onError: (error) => notifyError(`${USER_PAGE_TEXTS.signOutFailed}：${messageOf(error)}`),
  })
}

export function useGiveBack({ onDone }: { readonly onDone: () => void }) {
  const refetch = useRefetch('users', 'logs')
  return useMutation({
    mutationFn: (order: { readonly id: string; readonly jobId: UserRun['id']; readonly reason: string }) =>
      adminClient.users.giveBack(order),
    onSuccess: async ({ credits, logId }, { id }) => {
      notifySuccess(fillText(USER_PAGE_TEXTS.givenBackNow, { n: credits }))
      callLog('give_back', { logId, userId: id })
      onDone()
      await refetch()
    },
    onError: (error) => notifyError(`${USER_PAGE_TEXTS.giveBackFailed}：${messageOf(error)}`),
  })
}
