// Payments that wait for a person: the list, what the provider says of one, and the decision.
import { useMutation, useQuery } from '@tanstack/react-query'
import { messageOf } from '#platform/web/http/error-message.ts'
import { notifyError, notifySuccess } from '#platform/web/ui/notices.tsx'
import { ADMIN_DISPUTE_TEXTS, type DisputeDecision } from '#rulebook/credits/disputes.ts'
import { adminClient } from '../admin-client.ts'
import { useRefetch } from '../use-refetch.ts'

export const useDisputes = () =>
  useQuery({
    queryKey: ['admin', 'disputes'],
    queryFn: ({ signal }) => adminClient.disputes.list(undefined, { signal }),
    refetchOnMount: 'always',
  })

export const useAskProvider = () =>
  useMutation({
    mutationFn: (id: string) => adminClient.disputes.ask({ id }),
    onError: (error) => notifyError(messageOf(error)),
  })

interface DisputeRequest {
  readonly id: string
  readonly decision: DisputeDecision
  readonly reason: string
}

export function useDecideDispute(onDone: () => void) {
  const refetch = useRefetch('disputes', 'refunds', 'users', 'logs')
  return useMutation({
    mutationFn: (request: DisputeRequest) => adminClient.disputes.decide(request),
    onSuccess: async () => {
      notifySuccess(ADMIN_DISPUTE_TEXTS.done)
      onDone()
      await refetch()
    },
    onError: async (error) => {
      notifyError(`${ADMIN_DISPUTE_TEXTS.failed}：${messageOf(error)}`)
      await refetch()
    },
  })
}
