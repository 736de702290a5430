// The request itself: what will be taken for how much, and why, for those who want to say it.
import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { REFUND_TEXTS } from '#rulebook/credits/refund-texts.ts'
import { REFUND_REASON_MAX_CHARACTERS } from '#rulebook/credits/refunds.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { useAskRefund } from './use-refund.ts'

interface AskRefundDialogProps {
  /** Of the order. */
  readonly id: string
  readonly worth: { readonly credits: number; readonly amount: string }
  readonly onClose: () => void
}

export function AskRefundDialog({ id, worth, onClose }: AskRefundDialogProps) {
  const request = useAskRefund(onClose)
  const [reason, setReason] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!request.isPending) request.mutate({ id, reason: reason.trim() })
  }
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
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {REFUND_TEXTS.cancel}
            </Button>
            <Button type="submit" loading={request.isPending}>
              {REFUND_TEXTS.send}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
