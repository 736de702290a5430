// Requests for money back, and deciding one.
import { useMutation, useQuery } from '@tanstack/react-query'
import type { RefundRequest } from '#features/billing/refund-contract.ts'
import { messageOf } from '#platform/web/http/error-message.ts'
import { notifyError, notifySuccess } from '#platform/web/ui/notices.tsx'
import { ADMIN_REFUND_TEXTS } from '#rulebook/credits/refund-texts.ts'
import { adminClient } from '../admin-client.ts'
import { callLog } from '../call-log.ts'
import { useRefetch } from '../use-refetch.ts'

export const useRefunds = () =>
  useQuery({
    queryKey: ['admin', 'refunds'],
    queryFn: ({ signal }) => adminClient.refunds.list(undefined, { signal }),
    refetchOnMount: 'always',
  })

export interface Decision {
  readonly request: RefundRequest
  /** Reason of a refusal; absent: granted at the amount that is shown. */
  readonly reason?: string
}

const decide = ({ request: { id, minor }, reason }: Decision) =>
  reason === undefined ? adminClient.refunds.grant({ id, minor }) : adminClient.refunds.refuse({ id, reason })

const OUTCOME_TEXTS: Readonly<Record<string, string>> = {
  refunded: ADMIN_REFUND_TEXTS.refunded,
  refused: ADMIN_REFUND_TEXTS.refused,
  granted: ADMIN_REFUND_TEXTS.granted,
}

export function useDecideRefund(onDone: () => void) {
  const refetch = useRefetch('refunds', 'users', 'logs')
  return useMutation({
    mutationFn: decide,
    onSuccess: async ({ state, logId }, { request, reason }) => {
      const outcomeText = OUTCOME_TEXTS[state]
      if (outcomeText) notifySuccess(outcomeText)
      else notifyError(ADMIN_REFUND_TEXTS.failed)
      const action = reason === undefined ? 'grant_refund' : 'refuse_refund'
      callLog(action, { logId, userId: request.userId })
      onDone()
      await refetch()
    },
    onError: async (error) => {
      notifyError(`${ADMIN_REFUND_TEXTS.failed}：${messageOf(error)}`)
      await refetch()
    },
  })
}
