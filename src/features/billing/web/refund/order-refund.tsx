// Money back on an order's page: what can be asked until when, what was asked, what became of it (decision 0084).
import { Alert, Button, Group, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { serviceMoment } from '#platform/web/service-time.ts'
import { type Currency, moneyText } from '#rulebook/credits/orders.ts'
import { REFUND_STATE_TEXTS, REFUND_TEXTS } from '#rulebook/credits/refund-texts.ts'
import { refundStateLabel } from '#rulebook/credits/refunds.ts'
import { fillText } from '#rulebook/fill-text.ts'
import type { OwnOrder } from '../../contract.ts'
import { AskRefundDialog } from './ask-refund-dialog.tsx'
import { useWithdrawRefund } from './use-refund.ts'

/** Absent where there is nothing to ask and nothing was asked. */
export function OrderRefund({ order }: { readonly order: OwnOrder }) {
  const asked = order.refund?.state === 'withdrawn' ? null : order.refund
  if (!asked && !order.refundable) return null
  return (
    <section aria-label={REFUND_TEXTS.title} data-screen-only={!asked || undefined}>
      <Title order={2} fz="h4" mb="sm">
        {REFUND_TEXTS.title}
      </Title>
      {asked && <Asked id={order.id} refund={asked} currency={order.currency} />}
      {order.refundable && <Offer order={order} refundable={order.refundable} />}
    </section>
  )
}

interface AskedProps {
  readonly id: string
  readonly refund: NonNullable<OwnOrder['refund']>
  readonly currency: Currency
}

function Asked({ id, refund, currency }: AskedProps) {
  const withdrawal = useWithdrawRefund()
  const { state, decision, credits, minor } = refund
  const values = { credits: credits ?? 0, amount: moneyText({ currency, minor: minor ?? 0 }) }
  return (
    <Alert
      role="status"
      variant="light"
      color={state === 'refused' || state === 'failed' ? 'orange' : 'gray'}
      title={refundStateLabel(state)}
      mb="sm"
    >
      {state === 'refused' && decision && <Text>{fillText(REFUND_TEXTS.refusal, { reason: decision })}</Text>}
      <Text>{fillText(REFUND_STATE_TEXTS[state] ?? '', values)}</Text>
      {state === 'requested' && (
        <Button
          variant="default"
          size="sm"
          mt="sm"
          loading={withdrawal.isPending}
          onClick={() => withdrawal.mutate({ id })}
        >
          {REFUND_TEXTS.withdraw}
        </Button>
      )}
    </Alert>
  )
}

interface OfferProps {
  readonly order: OwnOrder
  readonly refundable: NonNullable<OwnOrder['refundable']>
}

function Offer({ order, refundable }: OfferProps) {
  const [isAsking, setAsking] = useState(false)
  const { credits, minor, until } = refundable
  const amount = moneyText({ currency: order.currency, minor })
  return (
    <Group justify="space-between" gap="sm">
      <Text c="dimmed" flex="1 1 280px">
        {fillText(REFUND_TEXTS.offer, { credits, amount, until: serviceMoment(until) })}
      </Text>
      <Button variant="default" onClick={() => setAsking(true)}>
        {REFUND_TEXTS.ask}
      </Button>
      {isAsking && <AskRefundDialog id={order.id} worth={{ credits, amount }} onClose={() => setAsking(false)} />}
    </Group>
  )
}
