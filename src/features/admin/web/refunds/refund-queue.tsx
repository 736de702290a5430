// Requests for money back on the orders page: absent while there is none (decision 0084).
import { Badge, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { LoadFailed } from '#platform/web/ui/load-failed.tsx'
import { SettingsSection } from '#platform/web/ui/settings-section.tsx'
import { moneyText } from '#rulebook/credits/orders.ts'
import { ADMIN_REFUND_TEXTS } from '#rulebook/credits/refund-texts.ts'
import { refundStateLabel } from '#rulebook/credits/refunds.ts'
import { fillText } from '#rulebook/fill-text.ts'
import type { RefundRequest } from '../../../billing/refund-contract.ts'
import { useMomentText } from '../use-admin-session.ts'
import { DecideRefundDialog } from './decide-refund-dialog.tsx'
import classes from './refund-queue.module.css'
import { useRefunds } from './use-refunds.ts'

interface Choice {
  readonly id: string
  readonly kind: 'grant' | 'refuse'
}

export function RefundQueue() {
  const load = useRefunds()
  const [choice, setChoice] = useState<Choice>()
  if (load.isError && !load.data) return <LoadFailed text={ADMIN_REFUND_TEXTS.loadFailed} query={load} />
  const requests = load.data ?? []
  if (requests.length === 0) return null
  const chosen = requests.find(({ id }) => id === choice?.id)
  return (
    <SettingsSection id="refund-queue" title={ADMIN_REFUND_TEXTS.title} lead={ADMIN_REFUND_TEXTS.lead}>
      <ul className={classes.rows}>
        {requests.map((request) => (
          <RequestItem key={request.id} request={request} onChoose={(kind) => setChoice({ id: request.id, kind })} />
        ))}
      </ul>
      {choice && chosen && (
        <DecideRefundDialog request={chosen} kind={choice.kind} onClose={() => setChoice(undefined)} />
      )}
    </SettingsSection>
  )
}

interface RequestItemProps {
  readonly request: RefundRequest
  readonly onChoose: (kind: Choice['kind']) => void
}

function RequestItem({ request, onChoose }: RequestItemProps) {
  const momentText = useMomentText()
  const { currency, paidMinor, packName, packCredits, state } = request
  const name = request.userName ?? ADMIN_REFUND_TEXTS.gone
  const paid = moneyText({ currency, minor: paidMinor })
  const paidAt = request.paidAt ? momentText(request.paidAt) : ''
  return (
    <li className={classes.request}>
      <div className={classes.words}>
        <Text fw={600} component="div">
          {fillText(ADMIN_REFUND_TEXTS.facts, { pack: packName, credits: packCredits, paid })}{' '}
          <Badge variant="light" tt="none" color={state === 'requested' ? 'orange' : 'gray'}>
            {refundStateLabel(state)}
          </Badge>
        </Text>
        {factsOf(request).map((fact) => (
          <Text key={fact} size="sm">
            {fact}
          </Text>
        ))}
        <Text size="sm" c="dimmed">
          {fillText(ADMIN_REFUND_TEXTS.asked, { name, at: momentText(request.askedAt), paidAt })}
          {' · '}
          {fillText(ADMIN_REFUND_TEXTS.orderNumber, { number: request.orderNumber })}
        </Text>
      </div>
      {state === 'requested' && (
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
      )}
    </li>
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
