// Change email (document 1 §2, §5, §8; C-33): the old address agrees, the new one proves itself; without a mail account it says so.
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { codeOf } from '#platform/web/http/code-of.ts'
import { checkNewEmail, EMAIL_ERRORS, type EmailChangeErrorCode, emailChangeErrorOf } from '#rulebook/account/email.ts'
import { SECURITY_TEXTS } from '#rulebook/account/security-texts.ts'
import { type ErrorCode, isErrorCode, messageFromRegister } from '#rulebook/errors/errors.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { changeEmail } from '../session/auth-calls.ts'
import { useAccountOptions } from '../session/use-account-options.ts'
import { ErrorBox } from '../sign-in/auth-card.tsx'
import classes from './profile-info-page.module.css'

interface ChangeEmailFormProps {
  /** Null: the account has none yet, so only the new one proves itself. */
  readonly email: string | null
  readonly onClose: () => void
}

export function ChangeEmailForm({ email, onClose }: ChangeEmailFormProps) {
  const options = useAccountOptions()
  const [failure, setFailure] = useState<string>()
  const [isSent, setSent] = useState(false)
  const form = useForm({
    initialValues: { newEmail: '' },
    onValuesChange: () => setFailure(undefined),
    validate: {
      newEmail: (newEmail) => {
        const problem = checkNewEmail(newEmail, email ?? '')
        return problem && EMAIL_ERRORS[problem.code]
      },
    },
  })
  if (options && !options.mail)
    return <Alert color="gray">{messageFromRegister({ code: 'mail-not-configured' })}</Alert>
  if (isSent) return <Alert color="jade">{sentText(email, form.values.newEmail.trim())}</Alert>

  const submit = form.onSubmit(({ newEmail }) =>
    changeEmail(newEmail.trim()).then(
      () => setSent(true),
      (error) => setFailure(failureText(error)),
    ),
  )
  return (
    <form
      onSubmit={submit}
      noValidate
      className={classes.emailForm}
      aria-label={email ? SECURITY_TEXTS.changeEmail : SECURITY_TEXTS.addEmail}
    >
      <Stack gap="sm">
        <TextInput
          type="email"
          label={SECURITY_TEXTS.newEmail}
          autoComplete="email"
          {...form.getInputProps('newEmail')}
        />
        <Text size="sm" c="dimmed">
          {email ? SECURITY_TEXTS.emailSteps : SECURITY_TEXTS.addEmailLead}
        </Text>
        <ErrorBox text={failure} />
        <Group gap="xs">
          <Button type="submit" loading={form.submitting}>
            {SECURITY_TEXTS.sendEmails}
          </Button>
          <Button variant="default" onClick={onClose}>
            {SECURITY_TEXTS.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const sentText = (email: string | null, newEmail: string): string =>
  email ? fillText(SECURITY_TEXTS.consentSent, { email }) : fillText(SECURITY_TEXTS.proofSent, { email: newEmail })

/** What the documents name in their words, other codes of the register as they are. */
function failureText(error: unknown): string {
  const code = codeOf(error)
  const { status, message } = Object(error) as { status?: number; message?: unknown }
  const byStatus = STATUS_CODES[status ?? 0]
  if (byStatus) return messageFromRegister({ code: byStatus })
  if (isErrorCode(code) && code !== 'unexpected') return messageFromRegister({ code: NAMED_CODES[code] ?? code })
  return messageFromRegister({ code: emailChangeErrorOf(String(message ?? '')) })
}

const STATUS_CODES: Readonly<Record<number, EmailChangeErrorCode>> = {
  401: 'email-change-unauthorized',
  429: 'email-change-rate-limit',
}
const NAMED_CODES: Readonly<Partial<Record<ErrorCode, EmailChangeErrorCode>>> = {
  'email-shape': 'email-change-invalid',
  'email-too-long': 'email-change-invalid',
  'email-local-too-long': 'email-change-invalid',
  'email-double-dot': 'email-change-invalid',
}
