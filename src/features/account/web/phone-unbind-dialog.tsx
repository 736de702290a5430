// Unbinding the number: with the password, or after a young sign-in for accounts without one (server/prove-owner.ts).
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { notifySuccess } from '#platform/web/notices.tsx'
import { messageOf } from '#rulebook/errors.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { LOGIN_METHOD_TEXTS } from '#rulebook/login-method-texts.ts'
import { PHONE_TEXTS } from '#rulebook/phone-texts.ts'
import { SECURITY_TEXTS } from '#rulebook/security-texts.ts'
import { accountClient } from './auth-api.ts'
import { ErrorBox } from './auth-card.tsx'
import { authStore } from './auth-store.ts'
import { PasswordField } from './password-field.tsx'

interface PhoneUnbindDialogProps {
  readonly isOpen: boolean
  readonly phone: string
  readonly needsPassword: boolean
  readonly onClose: () => void
}

export const PhoneUnbindDialog = ({ isOpen, ...form }: PhoneUnbindDialogProps) => (
  <Modal
    opened={isOpen}
    onClose={form.onClose}
    title={PHONE_TEXTS.unbindTitle}
    centered
    closeButtonProps={{ 'aria-label': SECURITY_TEXTS.close }}
  >
    <UnbindForm {...form} />
  </Modal>
)

/** Mounted with every opening, so that no password typed before is left. */
function UnbindForm({ phone, needsPassword, onClose }: Omit<PhoneUnbindDialogProps, 'isOpen'>) {
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string>()
  const [isSending, setSending] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setSending(true)
    try {
      await accountClient.phone.unbind(needsPassword ? { password } : {})
      notifySuccess(PHONE_TEXTS.unbound)
      onClose()
      await authStore.refreshProfile()
    } catch (failure) {
      setError(messageOf(failure))
      setSending(false)
    }
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Text>{fillText(PHONE_TEXTS.unbindText, { phone })}</Text>
        {needsPassword ? (
          <PasswordField
            label={LOGIN_METHOD_TEXTS.passwordLabel}
            name="current-password"
            autoComplete="current-password"
            value={password}
            onChange={setPassword}
          />
        ) : (
          <Text size="sm" c="dimmed">
            {LOGIN_METHOD_TEXTS.proofHint}
          </Text>
        )}
        <ErrorBox text={error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {PHONE_TEXTS.cancel}
          </Button>
          <Button type="submit" color="red" loading={isSending} disabled={needsPassword && password === ''}>
            {PHONE_TEXTS.unbindConfirm}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
