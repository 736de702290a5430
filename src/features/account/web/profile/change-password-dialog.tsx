// Change password (document 1 §4, §5, §8): current, new and equal confirmation; after success signed out and to login after 1 s.
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { fieldOf } from '#platform/web/ui/field-of.ts'
import { PROFILE_TEXTS } from '#rulebook/account/profile.ts'
import { SECURITY_TEXTS } from '#rulebook/account/security-texts.ts'
import { ErrorBox, NoticeBox } from '../sign-in/auth-card.tsx'
import { PasswordField } from '../sign-in/password-field.tsx'
import { PasswordStrength } from '../sign-in/password-strength.tsx'
import { usePasswordChange } from './use-password-change.ts'

interface ChangePasswordDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

export const ChangePasswordDialog = ({ isOpen, onClose }: ChangePasswordDialogProps) => (
  <Modal opened={isOpen} onClose={onClose} title={SECURITY_TEXTS.changePassword}>
    <ChangePasswordForm onClose={onClose} />
  </Modal>
)

/** Mounted with every opening, so that no password typed before is left. */
function ChangePasswordForm({ onClose }: Pick<ChangePasswordDialogProps, 'onClose'>) {
  const { form, error, isDone, submit } = usePasswordChange()
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <PasswordField
          label={SECURITY_TEXTS.current}
          name="current-password"
          autoComplete="current-password"
          {...fieldOf(form, 'current')}
        />
        <PasswordField
          label={SECURITY_TEXTS.next}
          name="new-password"
          autoComplete="new-password"
          {...fieldOf(form, 'next')}
        />
        <PasswordStrength password={form.values.next} />
        <PasswordField
          label={SECURITY_TEXTS.confirmation}
          name="confirmation"
          autoComplete="new-password"
          {...fieldOf(form, 'confirmation')}
        />
        <Text size="sm" c="dimmed">
          {SECURITY_TEXTS.otherDevices}
        </Text>
        <ErrorBox text={error} />
        <NoticeBox text={isDone ? PROFILE_TEXTS.passwordChanged : undefined} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={isDone}>
            {SECURITY_TEXTS.cancel}
          </Button>
          <Button type="submit" loading={form.submitting} disabled={isDone}>
            {SECURITY_TEXTS.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
