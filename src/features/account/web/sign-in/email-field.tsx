// The email field with its live check (document 1 §5 "Login e-mail", "Register e-mail"; C-51).
import { TextInput } from '@mantine/core'
import { AUTH_FORM_TEXTS } from '#rulebook/account/auth-page-texts.ts'
import { emailFeedback } from '#rulebook/account/email.ts'
import classes from './email-field.module.css'

export function EmailField(props: { readonly value: string; readonly onChange: (value: string) => void }) {
  const feedback = emailFeedback(props.value)
  return (
    <div>
      <TextInput
        type="email"
        name="email"
        label={AUTH_FORM_TEXTS.email}
        placeholder={AUTH_FORM_TEXTS.emailExample}
        autoComplete="username"
        inputMode="email"
        required
        withAsterisk={false}
        value={props.value}
        onChange={(event) => props.onChange(event.currentTarget.value)}
        error={feedback && !feedback.isValid ? feedback.text : undefined}
      />
      {/* Always in the page, so that screen readers announce changes. */}
      <div className={classes.valid} role="status">
        {feedback?.isValid && feedback.text}
      </div>
    </div>
  )
}
