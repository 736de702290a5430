// Asking for money back and taking the wish back; the order that the server answers is shown at once.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '#platform/web/http/error-message.ts'
import { notifySuccess, toastError } from '#platform/web/ui/notices.tsx'
import { REFUND_TEXTS } from '#rulebook/credits/refund-texts.ts'
import { ACTIONS } from '#rulebook/errors/actions.ts'
import type { OwnOrder } from '../../contract.ts'
import { billingClient } from '../billing-client.ts'

export const useAskRefund = (onDone: () => void) =>
  useRefundCall((asked: { id: string; reason: string }) => billingClient.askRefund(asked), REFUND_TEXTS.asked, onDone)

export const useWithdrawRefund = () =>
  useRefundCall((order: { id: string }) => billingClient.withdrawRefund(order), REFUND_TEXTS.withdrawn)

function useRefundCall<Input>(call: (input: Input) => Promise<OwnOrder>, doneText: string, onDone?: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: call,
    onSuccess: (order) => {
      notifySuccess(doneText)
      queryClient.setQueryData(['billing', 'order', order.id], order)
      onDone?.()
    },
    onError: (error) => {
      toastError(messageOf(error, ACTIONS.refund))
      // It was decided meanwhile, or the credits were spent: the page shows what is true now.
      void queryClient.invalidateQueries({ queryKey: ['billing', 'order'] })
    },
  })
}
