// /auth/reset-password (document 1 §2, §5, §8; C-26, C-32): needs both tokens of the mailed link in the address's hash.
import { Anchor, Button, Text } from '@mantine/core'
import { type FormErrors, useForm } from '@mantine/form'
import { useEffect, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { codeOf } from '#platform/web/http/code-of.ts'
import { fieldOf } from '#platform/web/ui/field-of.ts'
import { AUTH_FORM_TEXTS, RESET_PAGE_TEXTS } from '#rulebook/account/auth-page-texts.ts'
import { AUTH_ERRORS } from '#rulebook/account/auth-texts.ts'
import {
  checkConfirmation,
  checkResetPassword,
  hasLetterAndNumber,
  PASSWORD_ERRORS,
  PASSWORD_RESET_ADVICE,
} from '#rulebook/account/password.ts'
import { RESET_REDIRECT_MS, SIGN_IN_TEXTS } from '#rulebook/account/sign-up.ts'
import { messageFromRegister } from '#rulebook/errors/errors.ts'
import { loginMessageAddress } from '#rulebook/site/guard.ts'
import { forgotPasswordAddress } from '../session/auth-addresses.ts'
import { resetPassword } from '../session/auth-calls.ts'
import { authStore } from '../session/auth-store.ts'
import { openLoginAnew } from '../session/leave-for-login.ts'
import classes from './auth-card.module.css'
import { AuthCard, ErrorBox, NoticeBox } from './auth-card.tsx'
import { PasswordField } from './password-field.tsx'
import { guessProblem, usePasswordGuesses } from './use-password-guesses.ts'

/** The one-time token: its halves travel under the documents' two names (account-emails.ts on the server). */
function tokenOf(hash: string): string | undefined {
  const values = new URLSearchParams(hash.replace(/^#/, ''))
  const [start, end] = [values.get('access_token'), values.get('refresh_token')]
  return start && end ? start + end : undefined
}

export function ResetPasswordPage() {
  const { hash } = useLocation()
  const token = tokenOf(hash)
  return <AuthCard title={RESET_PAGE_TEXTS.title}>{token ? <ResetForm token={token} /> : <InvalidLink />}</AuthCard>
}

function InvalidLink() {
  return (
    <>
      <ErrorBox text={AUTH_ERRORS['reset-link-invalid']} />
      <Anchor component={Link} to={forgotPasswordAddress('')} size="sm" ta="center">
        {RESET_PAGE_TEXTS.again}
      </Anchor>
    </>
  )
}

/** Problems of the values as they are; what an untouched field lacks is not shown. */
function problemsOf(values: { readonly password: string; readonly confirmation: string }, guesses: number | undefined) {
  const unsafe = checkResetPassword(values.password) ?? guessProblem(values.password, guesses)
  const mismatch = checkConfirmation(values.password, values.confirmation)
  return {
    password: unsafe && PASSWORD_ERRORS[unsafe.code],
    confirmation: mismatch && PASSWORD_ERRORS[mismatch.code],
  } satisfies FormErrors
}

function ResetForm({ token }: { readonly token: string }) {
  const form = useForm({
    initialValues: { password: '', confirmation: '' },
    validate: (values) => problemsOf(values, guesses),
  })
  const { password, confirmation } = form.values
  const [error, setError] = useState<string>()
  const [isDone, setDone] = useState(false)
  useLoginAfterReset(isDone)
  const guesses = usePasswordGuesses(password)
  const problems = problemsOf(form.values, guesses)
  const submit = form.onSubmit((values) => {
    setError(undefined)
    return resetPassword(token, values.password).then(
      () => setDone(true),
      (failure) => setError(failureText(failure)),
    )
  })

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <PasswordField
        label={AUTH_FORM_TEXTS.newPassword}
        name="password"
        autoComplete="new-password"
        {...fieldOf(form, 'password')}
        error={password === '' ? undefined : problems.password}
      />
      {password !== '' && !hasLetterAndNumber(password) && (
        <Text size="sm" role="status">
          {PASSWORD_RESET_ADVICE}
        </Text>
      )}
      <PasswordField
        label={AUTH_FORM_TEXTS.confirmation}
        name="confirmation"
        autoComplete="new-password"
        {...fieldOf(form, 'confirmation')}
        error={confirmation === '' ? undefined : problems.confirmation}
      />
      <ErrorBox text={error} />
      <NoticeBox text={isDone ? SIGN_IN_TEXTS.passwordReset : undefined} />
      <Button type="submit" fullWidth disabled={!form.isValid() || form.submitting || isDone}>
        {form.submitting ? RESET_PAGE_TEXTS.submitting : RESET_PAGE_TEXTS.submit}
      </Button>
    </form>
  )
}

const SAID_AS_SUCH = ['reset-link-invalid', 'password-common']

/** A used or expired link and a password that everybody guesses are said as such, everything else is the documents' failure text. */
function failureText(error: unknown): string {
  const code = String(codeOf(error))
  return messageFromRegister({ code: SAID_AS_SUCH.includes(code) ? code : 'password-update-failed' })
}

function useLoginAfterReset(isDone: boolean): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!isDone) return
    const open = () =>
      authStore.getState().user
        ? openLoginAnew(SIGN_IN_TEXTS.passwordReset)
        : navigate(loginMessageAddress(SIGN_IN_TEXTS.passwordReset))
    const timer = setTimeout(open, RESET_REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [isDone, navigate])
}
