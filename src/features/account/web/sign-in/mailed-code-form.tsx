// A code by mail, asked for and typed in (document 1 §9 email codes): for a forgotten password and for signing in (decision 0059).
import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type ReactNode, useState } from 'react'
import { fieldOf } from '#platform/web/ui/field-of.ts'
import { FORGOT_PAGE_TEXTS } from '#rulebook/account/auth-page-texts.ts'
import { checkEmail } from '#rulebook/account/email.ts'
import { RECOVERY_TEXTS } from '#rulebook/account/recovery-texts.ts'
import { CODE_CHARACTERS, checkCodeFormat, normalizeCode } from '#rulebook/account/verification-code.ts'
import { ACTIONS } from '#rulebook/errors/actions.ts'
import { messageFromRegister } from '#rulebook/errors/errors.ts'
import { CodeResend } from '../verification/code-resend.tsx'
import { useCodeRequest } from '../verification/use-code-request.ts'
import classes from './auth-card.module.css'
import { ErrorBox, NoticeBox } from './auth-card.tsx'
import { EmailField } from './email-field.tsx'

interface MailedCodeFormProps {
  readonly firstEmail: string
  readonly submitText: string
  readonly sendCode: (email: string) => Promise<void>
  /** A refusal is shown beside the code. */
  readonly onCode: (email: string, code: string) => Promise<void>
}

export function MailedCodeForm({ firstEmail, sendCode, ...codeForm }: MailedCodeFormProps) {
  const form = useForm({
    initialValues: { email: firstEmail },
    validate: { email: (email) => checkEmail(email)?.code },
  })
  const { email } = form.values
  const [sentTo, setSentTo] = useState<string>()
  const request = useCodeRequest()
  const isSent = sentTo !== undefined && sentTo === email
  const send = async () => {
    if (await request.request(email, sendCode)) setSentTo(email)
  }
  return (
    <div className={classes.form}>
      <form
        className={classes.form}
        noValidate
        aria-label={RECOVERY_TEXTS.send}
        onSubmit={form.onSubmit(() => {
          if (request.phase === 'idle' && request.secondsLeft === 0) void send()
        })}
      >
        <EmailField {...fieldOf(form, 'email')} />
        <ErrorBox text={request.error} />
        {isSent ? (
          <CodeResend {...request} onResend={() => void send()} />
        ) : (
          <Button type="submit" fullWidth disabled={request.phase !== 'idle' || !form.isValid()}>
            {request.phase === 'idle' ? RECOVERY_TEXTS.send : FORGOT_PAGE_TEXTS.submitting}
          </Button>
        )}
      </form>
      {isSent && (
        <MailedCodeField {...codeForm} sentText={RECOVERY_TEXTS.sent} onCode={(code) => codeForm.onCode(email, code)} />
      )}
    </div>
  )
}

interface MailedCodeFieldProps {
  readonly sentText: string
  readonly submitText: string
  /** A refusal is shown beside the code. */
  readonly onCode: (code: string) => Promise<void>
  /** Below the words of the refusal: a way out. */
  readonly refusal?: ReactNode
  readonly children?: ReactNode
}

/** The code of an email that has left. */
export function MailedCodeField({ sentText, submitText, onCode, refusal, children }: MailedCodeFieldProps) {
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (code) => checkCodeFormat(code, 'email')?.code },
  })
  const [error, setError] = useState<string>()
  const submit = form.onSubmit(({ code }) => {
    setError(undefined)
    return onCode(code).catch((failure: unknown) => setError(messageFromRegister(failure, ACTIONS.signIn)))
  })
  return (
    <form className={classes.form} noValidate aria-label={submitText} onSubmit={submit}>
      <NoticeBox text={sentText} />
      <TextInput
        name="code"
        label={RECOVERY_TEXTS.code}
        description={RECOVERY_TEXTS.codeHint}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        autoFocus
        value={form.values.code}
        onChange={(event) =>
          form.setFieldValue('code', normalizeCode(event.currentTarget.value, 'email').slice(0, CODE_CHARACTERS))
        }
      />
      <ErrorBox text={error}>{refusal}</ErrorBox>
      <Button type="submit" fullWidth loading={form.submitting} disabled={!form.isValid()}>
        {submitText}
      </Button>
      {children}
    </form>
  )
}
