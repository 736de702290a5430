// 暂停, 封禁, 恢复: says what follows from it and asks for a reason (C-04, U-14).
import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { messageOf } from '#platform/web/http/error-message.ts'
import { ADMIN_TEXTS, checkReason, EDIT_REASON_MAX_CHARACTERS } from '#rulebook/admin/admin.ts'
import { ADMIN_PAGE_TEXTS } from '#rulebook/admin/admin-page-texts.ts'
import { ADMIN_USERS_TEXTS } from '#rulebook/admin/admin-users-texts.ts'
import type { UserStatus } from '#rulebook/credits/tiers.ts'
import { fillText } from '#rulebook/fill-text.ts'
import type { AdminUser } from '../../users-contract.ts'
import { useUpdateUser } from './use-users.ts'
import { UserFace } from './user-face.tsx'

interface StatusDialogProps {
  readonly user: AdminUser
  readonly status: UserStatus
  readonly onClose: () => void
}

export function StatusDialog({ user, status, onClose }: StatusDialogProps) {
  const update = useUpdateUser({ onDone: onClose })
  const [reason, setReason] = useState('')
  const [isChecked, setChecked] = useState(false)
  const problem = checkReason(reason)
  const action = ADMIN_TEXTS.statusActions[status]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (!problem && !update.isPending) update.mutate({ id: user.id, status, reason: reason.trim() })
  }
  return (
    <Modal opened onClose={onClose} title={fillText(ADMIN_USERS_TEXTS.statusTitle, { action })}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <UserFace user={user} />
          <Text>{ADMIN_USERS_TEXTS.statusQuestions[status]}</Text>
          <Textarea
            size="md"
            data-autofocus
            label={ADMIN_USERS_TEXTS.statusReason}
            description={ADMIN_USERS_TEXTS.editReasonHint}
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
            <Button type="submit" color={status === 'active' ? undefined : 'red'} loading={update.isPending}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
