// Requests for money back on the orders page: absent while there is none (decision 0084).
import { Button, Group } from '@mantine/core'
import type { RefundRequest } from '#features/billing/refund-contract.ts'
import { moneyText } from '#rulebook/credits/orders.ts'
import { ADMIN_REFUND_TEXTS } from '#rulebook/credits/refund-texts.ts'
import { refundStateLabel } from '#rulebook/credits/refunds.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { RequestQueue, RequestRow } from '../request-queue.tsx'
import { useMayCall, useMomentText } from '../use-admin-session.ts'
import { DecideRefundDialog } from './decide-refund-dialog.tsx'
import { useRefunds } from './use-refunds.ts'

type Kind = 'grant' | 'refuse'

export const RefundQueue = () => (
  <RequestQueue<RefundRequest, Kind>
    id="refund-queue"
    texts={ADMIN_REFUND_TEXTS}
    load={useRefunds()}
    item={(request, onChoose) => <RequestItem key={request.id} request={request} onChoose={onChoose} />}
    dialog={(request, kind, onClose) => <DecideRefundDialog request={request} kind={kind} onClose={onClose} />}
  />
)

interface RequestItemProps {
  readonly request: RefundRequest
  readonly onChoose: (kind: Kind) => void
}

function RequestItem({ request, onChoose }: RequestItemProps) {
  const momentText = useMomentText()
  const mayCall = useMayCall()
  const { currency, paidMinor, packName, packCredits, state } = request
  const name = request.userName ?? ADMIN_REFUND_TEXTS.gone
  const paid = moneyText({ currency, minor: paidMinor })
  const paidAt = request.paidAt ? momentText(request.paidAt) : ''
  const asked = fillText(ADMIN_REFUND_TEXTS.asked, { name, at: momentText(request.askedAt), paidAt })
  return (
    <RequestRow
      heading={fillText(ADMIN_REFUND_TEXTS.facts, { pack: packName, credits: packCredits, paid })}
      state={refundStateLabel(state)}
      isWaiting={state === 'requested'}
      facts={factsOf(request)}
      origin={`${asked} · ${fillText(ADMIN_REFUND_TEXTS.orderNumber, { number: request.orderNumber })}`}
      actions={
        state === 'requested' &&
        mayCall('refunds.grant') && <Actions request={request} name={name} onChoose={onChoose} />
      }
    />
  )
}

function Actions({ request, name, onChoose }: RequestItemProps & { readonly name: string }) {
  return (
    <Group gap="xs">
      <Button
        variant="default"
        size="sm"
        aria-label={fillText(ADMIN_REFUND_TEXTS.refuseOf, { name })}
        onClick={() => onChoose('refuse')}
      >
        {ADMIN_REFUND_TEXTS.refuse}
      </Button>
      <Button
        size="sm"
        disabled={request.credits === 0 || request.userName === null}
        aria-label={fillText(ADMIN_REFUND_TEXTS.grantOf, { name })}
        onClick={() => onChoose('grant')}
      >
        {ADMIN_REFUND_TEXTS.grant}
      </Button>
    </Group>
  )
}

function factsOf({ state, credits, minor, currency, reason, decision, problem }: RefundRequest): string[] {
  const worth = state === 'requested' ? ADMIN_REFUND_TEXTS.refundable : ADMIN_REFUND_TEXTS.taken
  return [
    ...(state === 'refused' ? [] : [fillText(worth, { credits, amount: moneyText({ currency, minor }) })]),
    ...(reason ? [fillText(ADMIN_REFUND_TEXTS.buyerReason, { reason })] : []),
    ...(decision ? [fillText(ADMIN_REFUND_TEXTS.decision, { reason: decision })] : []),
    ...(problem ? [fillText(ADMIN_REFUND_TEXTS.problem, { problem })] : []),
  ]
}
