// Grants a request at the amount that is shown, or refuses it with a reason that the buyer reads.
import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { messageOf } from '#platform/web/http/error-message.ts'
import { checkReason, EDIT_REASON_MAX_CHARACTERS } from '#rulebook/admin/admin.ts'
import { ADMIN_PAGE_TEXTS } from '#rulebook/admin/admin-page-texts.ts'
import { moneyText } from '#rulebook/credits/orders.ts'
import { ADMIN_REFUND_TEXTS } from '#rulebook/credits/refund-texts.ts'
import { fillText } from '#rulebook/fill-text.ts'
import type { RefundRequest } from '../../../billing/refund-contract.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
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
      <RefuseForm
        isBusy={decision.isPending}
        onRefuse={(reason) => decision.mutate({ request, reason })}
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

interface RefuseFormProps {
  readonly isBusy: boolean
  readonly onRefuse: (reason: string) => void
  readonly onClose: () => void
}

function RefuseForm({ isBusy, onRefuse, onClose }: RefuseFormProps) {
  const [reason, setReason] = useState('')
  const [isChecked, setChecked] = useState(false)
  const problem = checkReason(reason)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (!problem && !isBusy) onRefuse(reason.trim())
  }
  return (
    <Modal opened onClose={onClose} title={ADMIN_REFUND_TEXTS.refuseTitle}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text>{ADMIN_REFUND_TEXTS.refuseBody}</Text>
          <Textarea
            size="md"
            data-autofocus
            label={ADMIN_REFUND_TEXTS.refuseReason}
            rows={3}
            required
            maxLength={EDIT_REASON_MAX_CHARACTERS}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            error={isChecked && problem ? messageOf(problem) : undefined}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {ADMIN_PAGE_TEXTS.cancel}
            </Button>
            <Button type="submit" loading={isBusy}>
              {ADMIN_REFUND_TEXTS.refuse}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
