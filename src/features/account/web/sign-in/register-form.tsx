// The fields of registration; submit opens only when everything is valid (document 1 §5 "Password", "Register e-mail").
import { Button } from '@mantine/core'
import { type FormErrors, useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import { fieldOf } from '#platform/web/ui/field-of.ts'
import { AUTH_FORM_TEXTS, REGISTER_PAGE_TEXTS } from '#rulebook/account/auth-page-texts.ts'
import { checkEmail } from '#rulebook/account/email.ts'
import { checkConfirmation, checkPassword, PASSWORD_ERRORS } from '#rulebook/account/password.ts'
import { TermsCheckbox } from '../terms/terms-checkbox.tsx'
import classes from './auth-card.module.css'
import { EmailField } from './email-field.tsx'
import { PasswordField } from './password-field.tsx'
import { PasswordStrength } from './password-strength.tsx'
import { guessProblem, usePasswordGuesses } from './use-password-guesses.ts'

const EMPTY = { email: '', password: '', confirmation: '', hasAgreed: false }

/** Problems of the values as they are; what an untouched field lacks is not shown. */
function problemsOf({ email, password, confirmation, hasAgreed }: typeof EMPTY, guesses: number | undefined) {
  const unsafe = checkPassword(password) ?? guessProblem(password, guesses)
  const mismatch = checkConfirmation(password, confirmation)
  return {
    email: checkEmail(email)?.code,
    password: unsafe && PASSWORD_ERRORS[unsafe.code],
    confirmation: mismatch && PASSWORD_ERRORS[mismatch.code],
    hasAgreed: !hasAgreed,
  } satisfies FormErrors
}

export function RegisterForm(props: {
  readonly isLoading: boolean
  readonly onSubmit: (email: string, password: string) => Promise<void>
  /** What the last try came to; it stands where the eyes are, above the button. */
  readonly children: ReactNode
}) {
  const form = useForm({ initialValues: EMPTY, validate: (values) => problemsOf(values, guesses) })
  const { password, confirmation } = form.values
  const guesses = usePasswordGuesses(password)
  const problems = problemsOf(form.values, guesses)
  const submit = form.onSubmit((values) => {
    if (!props.isLoading) void props.onSubmit(values.email, values.password)
  })

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <EmailField {...fieldOf(form, 'email')} />
      <div className={classes.stack}>
        <PasswordField
          label={AUTH_FORM_TEXTS.password}
          name="password"
          autoComplete="new-password"
          {...fieldOf(form, 'password')}
          error={password === '' ? undefined : problems.password}
        />
        <PasswordStrength password={password} />
      </div>
      <PasswordField
        label={AUTH_FORM_TEXTS.confirmation}
        name="confirmation"
        autoComplete="new-password"
        {...fieldOf(form, 'confirmation')}
        error={confirmation === '' ? undefined : problems.confirmation}
      />
      <TermsCheckbox
        checked={form.values.hasAgreed}
        onChange={(hasAgreed) => form.setFieldValue('hasAgreed', hasAgreed)}
      />
      {props.children}
      <Button type="submit" fullWidth disabled={!form.isValid() || props.isLoading}>
        {props.isLoading ? REGISTER_PAGE_TEXTS.submitting : REGISTER_PAGE_TEXTS.submit}
      </Button>
    </form>
  )
}
