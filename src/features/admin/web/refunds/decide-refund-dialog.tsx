// Grants a request at the amount that is shown, or refuses it with a reason that the buyer reads.

import type { RefundRequest } from '#features/billing/refund-contract.ts'
import { moneyText } from '#rulebook/credits/orders.ts'
import { ADMIN_REFUND_TEXTS } from '#rulebook/credits/refund-texts.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { ReasonDialog } from '../reason-dialog.tsx'
import { useDecideRefund } from './use-refunds.ts'

interface DecideRefundDialogProps {
  readonly request: RefundRequest
  readonly kind: 'grant' | 'refuse'
  readonly onClose: () => void
}

export function DecideRefundDialog({ request, kind, onClose }: DecideRefundDialogProps) {
  const decision = useDecideRefund(onClose)
  if (kind === 'refuse')
    return (
      <ReasonDialog
        title={ADMIN_REFUND_TEXTS.refuseTitle}
        body={ADMIN_REFUND_TEXTS.refuseBody}
        label={ADMIN_REFUND_TEXTS.refuseReason}
        action={ADMIN_REFUND_TEXTS.refuse}
        isPending={decision.isPending}
        onReason={(reason) => decision.mutate({ request, reason })}
        onClose={onClose}
      />
    )
  const { credits, minor, currency, userName } = request
  return (
    <ConfirmDialog
      isOpen
      title={ADMIN_REFUND_TEXTS.grantTitle}
      question={fillText(ADMIN_REFUND_TEXTS.grantBody, {
        name: userName ?? '',
        credits,
        amount: moneyText({ currency, minor }),
      })}
      action={ADMIN_REFUND_TEXTS.grant}
      isBusy={decision.isPending}
      onConfirm={() => decision.mutate({ request })}
      onClose={onClose}
    />
  )
}
