// Asking for money back, and withdrawing the request.
import { REFUND_TEXTS } from '#rulebook/credits/refund-texts.ts'
import { ACTIONS } from '#rulebook/errors/actions.ts'
import { billingClient } from '../billing-client.ts'
import { useOrderCall } from '../use-order-call.ts'

export const useAskRefund = (onDone: () => void) =>
  useOrderCall(
    (asked: { id: string; reason: string }) => billingClient.askRefund(asked),
    { done: REFUND_TEXTS.asked, action: ACTIONS.refund },
    onDone,
  )

export const useWithdrawRefund = () =>
  useOrderCall((order: { id: string }) => billingClient.withdrawRefund(order), {
    done: REFUND_TEXTS.withdrawn,
    action: ACTIONS.refund,
  })
