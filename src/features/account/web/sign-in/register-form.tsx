// The fields of registration; submit opens only when everything is valid (document 1 §5 "Password", "Register e-mail").
import { Button } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { AUTH_FORM_TEXTS, REGISTER_PAGE_TEXTS } from '#rulebook/account/auth-page-texts.ts'
import { checkEmail } from '#rulebook/account/email.ts'
import { checkConfirmation, checkPassword, PASSWORD_ERRORS } from '#rulebook/account/password.ts'
import { TermsCheckbox } from '../terms/terms-checkbox.tsx'
import classes from './auth-card.module.css'
import { EmailField } from './email-field.tsx'
import { PasswordField } from './password-field.tsx'
import { PasswordStrength } from './password-strength.tsx'
import { guessProblem, usePasswordGuesses } from './use-password-guesses.ts'

export function RegisterForm(props: {
  readonly isLoading: boolean
  readonly onSubmit: (email: string, password: string) => Promise<void>
  /** What the last try came to; it stands where the eyes are, above the button. */
  readonly children: ReactNode
}) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const [hasAgreed, setAgreed] = useState(false)
  const guesses = usePasswordGuesses(password)
  const passwordProblem = password === '' ? undefined : (checkPassword(password) ?? guessProblem(password, guesses))
  const mismatch = confirmation === '' ? undefined : checkConfirmation(password, confirmation)
  const isValid =
    hasAgreed && !checkEmail(email) && password !== '' && !passwordProblem && !checkConfirmation(password, confirmation)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isValid && !props.isLoading) void props.onSubmit(email, password)
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <EmailField value={email} onChange={setEmail} />
      <div className={classes.stack}>
        <PasswordField
          label={AUTH_FORM_TEXTS.password}
          name="password"
          autoComplete="new-password"
          value={password}
          onChange={setPassword}
          error={passwordProblem && PASSWORD_ERRORS[passwordProblem.code]}
        />
        <PasswordStrength password={password} />
      </div>
      <PasswordField
        label={AUTH_FORM_TEXTS.confirmation}
        name="confirmation"
        autoComplete="new-password"
        value={confirmation}
        onChange={setConfirmation}
        error={mismatch && PASSWORD_ERRORS[mismatch.code]}
      />
      <TermsCheckbox checked={hasAgreed} onChange={setAgreed} />
      {props.children}
      <Button type="submit" fullWidth disabled={!isValid || props.isLoading}>
        {props.isLoading ? REGISTER_PAGE_TEXTS.submitting : REGISTER_PAGE_TEXTS.submit}
      </Button>
    </form>
  )
}
