// The edit modal: type and remaining credits, with a reason (document 2 §4, §5; C-04, P-28: no control of the status; U-63).
import { Alert, Modal, NativeSelect, NumberInput, Stack, Text, Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { DialogActions } from '#platform/web/ui/dialog-actions.tsx'
import { EDIT_REASON_MAX_CHARACTERS } from '#rulebook/admin/admin.ts'
import { ADMIN_PAGE_TEXTS } from '#rulebook/admin/admin-page-texts.ts'
import { ADMIN_USERS_TEXTS } from '#rulebook/admin/admin-users-texts.ts'
import { EDITABLE_USER_TYPES, userTypeLabel } from '#rulebook/credits/tiers.ts'
import { fillText } from '#rulebook/fill-text.ts'
import type { AdminUser } from '../../users-contract.ts'
import { isEditableType, type SeenUser, type UserEdit, useUserEdit } from './use-user-edit.ts'
import { UserFace } from './user-face.tsx'

interface EditUserDialogProps {
  readonly user: AdminUser
  readonly onClose: () => void
}

export const EditUserDialog = ({ user, onClose }: EditUserDialogProps) => (
  <Modal opened onClose={onClose} title={ADMIN_USERS_TEXTS.editTitle}>
    <EditForm user={user} onClose={onClose} />
  </Modal>
)

function EditForm({ user, onClose }: EditUserDialogProps) {
  const { form, seen, latest, isChecked, isUnchanged, isPending, submit } = useUserEdit(user, onClose)
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <UserFace user={user} />
        <NativeSelect
          size="md"
          label={ADMIN_USERS_TEXTS.editType}
          data={typeChoices(user.userType)}
          {...form.getInputProps('userType')}
        />
        <CreditsField user={user} form={form} seen={seen} />
        <Textarea
          size="md"
          label={ADMIN_USERS_TEXTS.editReason}
          description={ADMIN_USERS_TEXTS.editReasonHint}
          rows={3}
          required
          maxLength={EDIT_REASON_MAX_CHARACTERS}
          {...form.getInputProps('reason', { withError: isChecked })}
        />
        {latest && (
          <Alert color="orange" role="status">
            {fillText(ADMIN_USERS_TEXTS.changedMeanwhile, {
              type: userTypeLabel(latest.userType),
              credits: latest.creditsRemaining,
            })}
          </Alert>
        )}
        {isChecked && isUnchanged && form.isValid() && (
          <Text size="sm" role="status">
            {ADMIN_USERS_TEXTS.nothingChanged}
          </Text>
        )}
        <DialogActions
          cancel={ADMIN_PAGE_TEXTS.cancel}
          onCancel={onClose}
          submit={ADMIN_USERS_TEXTS.save}
          isPending={isPending}
        />
      </Stack>
    </form>
  )
}

interface CreditsFieldProps {
  readonly user: AdminUser
  readonly form: UseFormReturnType<UserEdit>
  readonly seen: SeenUser
}

/** What remains, and what this makes of the total. */
function CreditsField({ user, form, seen }: CreditsFieldProps) {
  const { credits } = form.values
  const used = user.creditsTotal - user.creditsRemaining
  return (
    <>
      <NumberInput
        size="md"
        label={ADMIN_USERS_TEXTS.editCredits}
        clampBehavior="none"
        hideControls
        inputMode="numeric"
        {...form.getInputProps('credits')}
      />
      {typeof credits === 'number' && credits !== seen.creditsRemaining && credits >= 0 && (
        <Text size="sm" c="dimmed">
          {fillText(ADMIN_USERS_TEXTS.creditsAfter, { used, total: used + credits })}
        </Text>
      )}
    </>
  )
}

/** The four types; an account that is banned by its type may keep it. */
const typeChoices = (present: string) => [
  ...(isEditableType(present)
    ? []
    : [{ value: present, label: fillText(ADMIN_USERS_TEXTS.keepsType, { type: userTypeLabel(present) }) }]),
  ...EDITABLE_USER_TYPES.map((value) => ({ value, label: userTypeLabel(value) })),
]
