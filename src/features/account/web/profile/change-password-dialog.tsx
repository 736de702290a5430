// Change password (document 1 §4, §5, §8): current, new and equal confirmation; after success signed out and to login after 1 s.
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { checkPasswordChange, PASSWORD_ERRORS } from '#rulebook/account/password.ts'
import { PROFILE_TEXTS } from '#rulebook/account/profile.ts'
import { SECURITY_TEXTS } from '#rulebook/account/security-texts.ts'
import { CHANGE_PASSWORD_REDIRECT_MS } from '#rulebook/account/sign-up.ts'
import { messageOf } from '#rulebook/errors/errors.ts'
import { changePassword } from '../session/auth-api.ts'
import { leaveForLogin } from '../session/leave-for-login.ts'
import { ErrorBox, NoticeBox } from '../sign-in/auth-card.tsx'
import { PasswordField } from '../sign-in/password-field.tsx'
import { PasswordStrength } from '../sign-in/password-strength.tsx'
import { guessProblem, usePasswordGuesses } from '../sign-in/use-password-guesses.ts'

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
  const [form, setForm] = useState({ current: '', next: '', confirmation: '' })
  const [error, setError] = useState<string>()
  const [phase, setPhase] = useState<'idle' | 'sending' | 'done'>('idle')
  useLoginAfterChange(phase === 'done')
  const guesses = usePasswordGuesses(form.next)
  const change = (field: keyof typeof form) => (value: string) => {
    setForm((before) => ({ ...before, [field]: value }))
    setError(undefined)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const problem = checkPasswordChange(form) ?? guessProblem(form.next, guesses)
    if (problem) return setError(PASSWORD_ERRORS[problem.code])
    setPhase('sending')
    await changePassword(form.current, form.next).then(
      () => setPhase('done'),
      (failure) => {
        setError(messageOf(failure))
        setPhase('idle')
      },
    )
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <PasswordField
          label={SECURITY_TEXTS.current}
          name="current-password"
          autoComplete="current-password"
          value={form.current}
          onChange={change('current')}
        />
        <PasswordField
          label={SECURITY_TEXTS.next}
          name="new-password"
          autoComplete="new-password"
          value={form.next}
          onChange={change('next')}
        />
        <PasswordStrength password={form.next} />
        <PasswordField
          label={SECURITY_TEXTS.confirmation}
          name="confirmation"
          autoComplete="new-password"
          value={form.confirmation}
          onChange={change('confirmation')}
        />
        <Text size="sm" c="dimmed">
          {SECURITY_TEXTS.otherDevices}
        </Text>
        <ErrorBox text={error} />
        <NoticeBox text={phase === 'done' ? PROFILE_TEXTS.passwordChanged : undefined} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={phase === 'done'}>
            {SECURITY_TEXTS.cancel}
          </Button>
          <Button type="submit" loading={phase === 'sending'} disabled={phase === 'done'}>
            {SECURITY_TEXTS.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function useLoginAfterChange(isDone: boolean): void {
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => void leaveForLogin(PROFILE_TEXTS.passwordChanged), CHANGE_PASSWORD_REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [isDone])
}
