// The request itself: what will be taken for how much, and why, for those who want to say it.
import { Modal, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { DialogActions } from '#platform/web/ui/dialog-actions.tsx'
import { REFUND_TEXTS } from '#rulebook/credits/refund-texts.ts'
import { REFUND_REASON_MAX_CHARACTERS } from '#rulebook/credits/refunds.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { useAskRefund } from './use-refund.ts'

interface AskRefundDialogProps {
  /** Id of the order. */
  readonly id: string
  readonly worth: { readonly credits: number; readonly amount: string }
  readonly onClose: () => void
}

export function AskRefundDialog({ id, worth, onClose }: AskRefundDialogProps) {
  const request = useAskRefund(onClose)
  const form = useForm({ initialValues: { reason: '' } })
  const submit = form.onSubmit(({ reason }) => {
    if (!request.isPending) request.mutate({ id, reason: reason.trim() })
  })
  return (
    <Modal opened onClose={onClose} title={REFUND_TEXTS.title}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text>{fillText(REFUND_TEXTS.dialogBody, worth)}</Text>
          <Textarea
            size="md"
            data-autofocus
            label={REFUND_TEXTS.reason}
            rows={3}
            maxLength={REFUND_REASON_MAX_CHARACTERS}
            {...form.getInputProps('reason')}
          />
          <DialogActions
            cancel={REFUND_TEXTS.cancel}
            onCancel={onClose}
            submit={REFUND_TEXTS.send}
            isPending={request.isPending}
          />
        </Stack>
      </form>
    </Modal>
  )
}
