// One decision with its reason, and what it changes said before.

import type { DisputedPayment } from '#features/billing/dispute-contract.ts'
import { ADMIN_DISPUTE_TEXTS, type DisputeDecision, isBesideOrder } from '#rulebook/credits/disputes.ts'
import { receivedText } from '#rulebook/credits/orders.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { ReasonDialog } from '../reason-dialog.tsx'
import { useDecideDispute } from './use-disputes.ts'

interface DecideDisputeDialogProps {
  readonly payment: DisputedPayment
  readonly decision: DisputeDecision
  readonly onClose: () => void
}

export function DecideDisputeDialog({ payment, decision, onClose }: DecideDisputeDialogProps) {
  const deciding = useDecideDispute(onClose)
  const word = wordOf(payment.problem, decision)
  return (
    <ReasonDialog
      title={ADMIN_DISPUTE_TEXTS[`${word}Title`]}
      body={consequenceOf(payment, decision)}
      label={ADMIN_DISPUTE_TEXTS.reason}
      action={ADMIN_DISPUTE_TEXTS[word]}
      isPending={deciding.isPending}
      onReason={(reason) => deciding.mutate({ id: payment.id, decision, reason })}
      onClose={onClose}
    />
  )
}

/** Money for a refunded order gives nothing to its buyer: it is kept, or goes back. */
export const wordOf = (problem: DisputedPayment['problem'], decision: DisputeDecision) =>
  problem === 'paid-after-refund' && decision === 'stands' ? 'kept' : decision

function consequenceOf({ order, problem, received, userName }: DisputedPayment, decision: DisputeDecision): string {
  const name = userName ?? ADMIN_DISPUTE_TEXTS.gone
  const isOfOrder = order?.isPaid === true && !isBesideOrder(problem)
  if (decision === 'returned')
    return isOfOrder
      ? fillText(ADMIN_DISPUTE_TEXTS.returnedTake, { name, credits: order.unusedCredits })
      : ADMIN_DISPUTE_TEXTS.returnedNote
  if (problem === 'paid-after-refund') return fillText(ADMIN_DISPUTE_TEXTS.keptNote, { name })
  if (isOfOrder) return fillText(ADMIN_DISPUTE_TEXTS.standsKeep, { name })
  const amount = received ? receivedText(received) : ''
  return fillText(ADMIN_DISPUTE_TEXTS.standsGive, { name, amount, credits: order?.packCredits ?? 0 })
}
