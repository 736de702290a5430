// Gives back what a run cost, with the reason that the log and the ledger keep.
import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { messageOf } from '#platform/web/http/error-message.ts'
import { checkReason, EDIT_REASON_MAX_CHARACTERS } from '#rulebook/admin/admin.ts'
import { ADMIN_PAGE_TEXTS } from '#rulebook/admin/admin-page-texts.ts'
import { USER_PAGE_TEXTS } from '#rulebook/admin/admin-user-page-texts.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { runTitle } from '#rulebook/history/history.ts'
import type { UserRun } from '../../user-page-contract.ts'
import { useGiveBack } from './use-user-page.ts'

interface GiveBackDialogProps {
  readonly userId: string
  readonly run: UserRun
  readonly onClose: () => void
}

export function GiveBackDialog({ userId, run, onClose }: GiveBackDialogProps) {
  const order = useGiveBack({ onDone: onClose })
  const [reason, setReason] = useState('')
  const [isChecked, setChecked] = useState(false)
  const problem = checkReason(reason)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (!problem && !order.isPending) order.mutate({ id: userId, jobId: run.id, reason: reason.trim() })
  }
  return (
    <Modal opened onClose={onClose} title={USER_PAGE_TEXTS.giveBackTitle}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text>{fillText(USER_PAGE_TEXTS.giveBackBody, { title: runTitle(run), n: run.creditsConsumed })}</Text>
          <Textarea
            size="md"
            data-autofocus
            label={USER_PAGE_TEXTS.giveBackReason}
            description={USER_PAGE_TEXTS.giveBackHint}
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
            <Button type="submit" loading={order.isPending}>
              {USER_PAGE_TEXTS.giveBack}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
