// Payments that fit no open order of the orders page: absent while there is none (decision 0087).
import { Button, Group, Text } from '@mantine/core'
import type { DisputedPayment } from '#features/billing/dispute-contract.ts'
import {
  ADMIN_DISPUTE_TEXTS,
  type DisputeDecision,
  PROVIDER_PAYMENT_STATE_LABELS,
  problemLabel,
} from '#rulebook/credits/disputes.ts'
import { moneyText, receivedText } from '#rulebook/credits/orders.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { RequestQueue, RequestRow } from '../request-queue.tsx'
import { useMayCall, useMomentText } from '../use-admin-session.ts'
import { DecideDisputeDialog, wordOf } from './decide-dispute-dialog.tsx'
import { useAskProvider, useDisputes } from './use-disputes.ts'

export const DisputeQueue = () => (
  <RequestQueue<DisputedPayment, DisputeDecision>
    id="dispute-queue"
    texts={ADMIN_DISPUTE_TEXTS}
    load={useDisputes()}
    item={(payment, onChoose) => <DisputeItem key={payment.id} payment={payment} onChoose={onChoose} />}
    dialog={(payment, decision, onClose) => (
      <DecideDisputeDialog payment={payment} decision={decision} onClose={onClose} />
    )}
  />
)

interface DisputeItemProps {
  readonly payment: DisputedPayment
  readonly onChoose: (decision: DisputeDecision) => void
}

function DisputeItem({ payment, onChoose }: DisputeItemProps) {
  const momentText = useMomentText()
  const mayCall = useMayCall()
  const { order, problem, userName } = payment
  const decisions = mayCall('disputes.decide') ? payment.decisions : []
  const name = userName ?? (order ? ADMIN_DISPUTE_TEXTS.gone : ADMIN_DISPUTE_TEXTS.noOrder)
  return (
    <RequestRow
      heading={order ? orderText(order) : ADMIN_DISPUTE_TEXTS.noOrder}
      state={problemLabel(problem)}
      isWaiting
      facts={factsOf(payment)}
      origin={fillText(ADMIN_DISPUTE_TEXTS.since, { name, at: momentText(payment.since) })}
      extra={order && mayCall('disputes.ask') && <ProviderStatus id={payment.id} />}
      actions={
        <Group gap="xs">
          {decisions.map((decision) => (
            <Button
              key={decision}
              variant="default"
              size="sm"
              aria-label={fillText(ADMIN_DISPUTE_TEXTS[`${wordOf(problem, decision)}Of`], { name })}
              onClick={() => onChoose(decision)}
            >
              {ADMIN_DISPUTE_TEXTS[wordOf(problem, decision)]}
            </Button>
          ))}
        </Group>
      }
    />
  )
}

/** Asked for when somebody wants to know: each question is a call to the provider. */
function ProviderStatus({ id }: { readonly id: string }) {
  const asking = useAskProvider()
  const state = asking.data?.word
  return (
    <Group gap="xs" mt={4}>
      <Button variant="subtle" size="compact-sm" loading={asking.isPending} onClick={() => asking.mutate(id)}>
        {ADMIN_DISPUTE_TEXTS.ask}
      </Button>
      <Text size="sm" role="status">
        {state ? fillText(ADMIN_DISPUTE_TEXTS.providerState, { state: PROVIDER_PAYMENT_STATE_LABELS[state] }) : ''}
      </Text>
    </Group>
  )
}

type Order = NonNullable<DisputedPayment['order']>

const orderText = ({ packName, packCredits, price }: Order): string =>
  fillText(ADMIN_DISPUTE_TEXTS.facts, { pack: packName, credits: packCredits, price: moneyText(price) })

function factsOf({ order, received, transactionId }: DisputedPayment): string[] {
  return [
    ...(received ? [fillText(ADMIN_DISPUTE_TEXTS.received, { amount: receivedText(received) })] : []),
    ...(order?.isPaid ? [fillText(ADMIN_DISPUTE_TEXTS.given, { credits: order.unusedCredits })] : []),
    ...(order ? [fillText(ADMIN_DISPUTE_TEXTS.orderNumber, { number: order.number })] : []),
    ...(transactionId ? [fillText(ADMIN_DISPUTE_TEXTS.transaction, { number: transactionId })] : []),
  ]
}
