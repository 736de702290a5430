// An action of the back office that wants a reason: what follows from it, the reason that the log keeps, and the two ways out.
import { Modal, Stack, Text, Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import { textOfProblem } from '#platform/web/http/error-message.ts'
import { DialogActions } from '#platform/web/ui/dialog-actions.tsx'
import { useCheckedForm } from '#platform/web/ui/use-checked-form.ts'
import { checkReason, EDIT_REASON_MAX_CHARACTERS } from '#rulebook/admin/admin.ts'
import { ADMIN_PAGE_TEXTS } from '#rulebook/admin/admin-page-texts.ts'

interface ReasonDialogProps {
  readonly title: string
  /** Whom it concerns, above the words. */
  readonly about?: ReactNode
  readonly body: string
  readonly label: string
  readonly hint?: string
  readonly action: string
  readonly isDangerous?: boolean
  readonly isPending: boolean
  readonly onClose: () => void
  readonly onReason: (reason: string) => void
}

export function ReasonDialog(props: ReasonDialogProps) {
  const { title, about, body, label, hint, action, isDangerous, isPending, onClose, onReason } = props
  const form = useCheckedForm({
    initialValues: { reason: '' },
    validate: { reason: (reason) => textOfProblem(checkReason(reason)) },
  })
  const submit = form.onSubmit(({ reason }) => {
    if (!isPending) onReason(reason.trim())
  })
  return (
    <Modal opened onClose={onClose} title={title}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {about}
          <Text>{body}</Text>
          <Textarea
            size="md"
            data-autofocus
            label={label}
            description={hint}
            rows={3}
            required
            maxLength={EDIT_REASON_MAX_CHARACTERS}
            {...form.getInputProps('reason')}
          />
          <DialogActions
            cancel={ADMIN_PAGE_TEXTS.cancel}
            onCancel={onClose}
            submit={action}
            isPending={isPending}
            isDangerous={isDangerous}
          />
        </Stack>
      </form>
    </Modal>
  )
}
