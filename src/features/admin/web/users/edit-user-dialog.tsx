// The edit modal: type and remaining credits, with a reason (document 2 §4, §5; C-04, P-28: no control of the status; U-63).
import { Alert, Button, Group, Modal, NativeSelect, NumberInput, Stack, Text, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { messageOf } from '#platform/web/http/error-message.ts'
import { checkUserEdit, EDIT_REASON_MAX_CHARACTERS } from '#rulebook/admin/admin.ts'
import { ADMIN_PAGE_TEXTS } from '#rulebook/admin/admin-page-texts.ts'
import { ADMIN_USERS_TEXTS } from '#rulebook/admin/admin-users-texts.ts'
import { EDITABLE_USER_TYPES, userTypeLabel } from '#rulebook/credits/tiers.ts'
import { fillText } from '#rulebook/fill-text.ts'
import type { AdminUser } from '../../users-contract.ts'
import { useUpdateUser } from './use-users.ts'
import { UserFace } from './user-face.tsx'

type Seen = Pick<AdminUser, 'userType' | 'creditsRemaining'>
type EditableType = (typeof EDITABLE_USER_TYPES)[number]

interface EditUserDialogProps {
  readonly user: AdminUser
  readonly onClose: () => void
}

export const EditUserDialog = ({ user, onClose }: EditUserDialogProps) => (
  <Modal opened onClose={onClose} title={ADMIN_USERS_TEXTS.editTitle}>
    <EditForm user={user} onClose={onClose} />
  </Modal>
)

const isEditable = (type: string): type is EditableType => (EDITABLE_USER_TYPES as readonly string[]).includes(type)

/** What the server says the values are now, when they are not what was seen. */
const latestOf = (error: unknown): Seen | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'edit-stale' && 'data' in error
    ? (error.data as Seen)
    : undefined

function EditForm({ user, onClose }: EditUserDialogProps) {
  const update = useUpdateUser({ onDone: onClose })
  const [userType, setUserType] = useState(user.userType)
  const [credits, setCredits] = useState<string | number>(user.creditsRemaining)
  const [reason, setReason] = useState('')
  const [isChecked, setChecked] = useState(false)
  const latest = latestOf(update.error)
  const seen: Seen = latest ?? user
  const problem = checkUserEdit({ reason, creditsRemaining: credits })
  const isReasonMissing = reason.trim() === ''
  const isUnchanged = userType === seen.userType && credits === seen.creditsRemaining
  const used = user.creditsTotal - user.creditsRemaining

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (problem || typeof credits !== 'number' || isUnchanged || update.isPending) return
    const type = isEditable(userType) ? { userType } : {}
    const { userType: seenType, creditsRemaining } = seen
    update.mutate({
      edit: {
        id: user.id,
        ...type,
        creditsRemaining: credits,
        seen: { userType: seenType, creditsRemaining },
        reason: reason.trim(),
      },
    })
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <UserFace user={user} />
        <NativeSelect
          size="md"
          label={ADMIN_USERS_TEXTS.editType}
          data={typeChoices(user.userType)}
          value={userType}
          onChange={(event) => setUserType(event.currentTarget.value)}
        />
        <NumberInput
          size="md"
          label={ADMIN_USERS_TEXTS.editCredits}
          value={credits}
          onChange={setCredits}
          clampBehavior="none"
          hideControls
          inputMode="numeric"
          error={problem && problem.code !== 'edit-reason-missing' ? messageOf(problem) : undefined}
        />
        {typeof credits === 'number' && credits !== seen.creditsRemaining && credits >= 0 && (
          <Text size="sm" c="dimmed">
            {fillText(ADMIN_USERS_TEXTS.creditsAfter, { used, total: used + credits })}
          </Text>
        )}
        <Textarea
          size="md"
          label={ADMIN_USERS_TEXTS.editReason}
          description={ADMIN_USERS_TEXTS.editReasonHint}
          rows={3}
          required
          maxLength={EDIT_REASON_MAX_CHARACTERS}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={isChecked && isReasonMissing ? messageOf({ code: 'edit-reason-missing' }) : undefined}
        />
        {latest && (
          <Alert color="orange" role="status">
            {fillText(ADMIN_USERS_TEXTS.changedMeanwhile, {
              type: userTypeLabel(latest.userType),
              credits: latest.creditsRemaining,
            })}
          </Alert>
        )}
        {isChecked && !problem && isUnchanged && (
          <Text size="sm" role="status">
            {ADMIN_USERS_TEXTS.nothingChanged}
          </Text>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {ADMIN_PAGE_TEXTS.cancel}
          </Button>
          <Button type="submit" loading={update.isPending}>
            {ADMIN_USERS_TEXTS.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** The four types; an account that is banned by its type may keep it. */
const typeChoices = (present: string) => [
  ...(isEditable(present)
    ? []
    : [{ value: present, label: fillText(ADMIN_USERS_TEXTS.keepsType, { type: userTypeLabel(present) }) }]),
  ...EDITABLE_USER_TYPES.map((value) => ({ value, label: userTypeLabel(value) })),
]
