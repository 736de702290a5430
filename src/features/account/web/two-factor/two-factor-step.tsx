// The second step of a sign-in: a code of the authenticator app, or a recovery code (docs/decisions/0012).
import { Anchor, Button, Checkbox, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { notifySuccess } from '#platform/web/ui/notices.tsx'
import { AUTH_ERRORS } from '#rulebook/account/auth-texts.ts'
import { SIGN_IN_TEXTS } from '#rulebook/account/sign-up.ts'
import { TWO_FACTOR_TEXTS } from '#rulebook/account/two-factor.ts'
import { ACTIONS } from '#rulebook/errors/actions.ts'
import { messageOf } from '#rulebook/errors/errors.ts'
import { authStore } from '../session/auth-store.ts'
import classes from '../sign-in/auth-card.module.css'
import { ErrorBox } from '../sign-in/auth-card.tsx'
import { signInWithCode } from './two-factor-api.ts'
import { TwoFactorCodeField } from './two-factor-code-field.tsx'

export function TwoFactorStep({ onBack }: { readonly onBack: () => void }) {
  const [isRecovery, setRecovery] = useState(false)
  const [code, setCode] = useState('')
  const [trust, setTrust] = useState(false)
  const [error, setError] = useState<string>()
  const [isLoading, setLoading] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setLoading(true)
    setError(undefined)
    try {
      await signInWithCode(code.trim(), isRecovery, trust)
      await authStore.signedIn()
      const { user, error: failure } = authStore.getState()
      if (user) notifySuccess(SIGN_IN_TEXTS.success)
      else setError(failure ?? AUTH_ERRORS['sign-in-failed'])
    } catch (problem) {
      setError(messageOf(problem, ACTIONS.signIn))
    } finally {
      setLoading(false)
    }
  }
  const change = () => {
    setRecovery(!isRecovery)
    setCode('')
    setError(undefined)
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-label={TWO_FACTOR_TEXTS.stepTitle}>
      <Text size="sm" c="dimmed">
        {isRecovery ? TWO_FACTOR_TEXTS.recoveryHint : TWO_FACTOR_TEXTS.stepHint}
      </Text>
      {isRecovery ? (
        <TextInput
          key="recovery"
          name="recovery-code"
          label={TWO_FACTOR_TEXTS.recovery}
          autoComplete="off"
          autoFocus
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
      ) : (
        <TwoFactorCodeField value={code} onChange={setCode} />
      )}
      <Checkbox
        label={TWO_FACTOR_TEXTS.trust}
        checked={trust}
        onChange={(event) => setTrust(event.currentTarget.checked)}
      />
      <ErrorBox text={error} />
      <Button type="submit" fullWidth disabled={isLoading || code === ''}>
        {isLoading ? SIGN_IN_TEXTS.loading : TWO_FACTOR_TEXTS.submit}
      </Button>
      <div className={classes.row}>
        <Anchor component="button" type="button" size="sm" onClick={change}>
          {isRecovery ? TWO_FACTOR_TEXTS.useApp : TWO_FACTOR_TEXTS.useRecovery}
        </Anchor>
        <Anchor component="button" type="button" size="sm" onClick={onBack}>
          {TWO_FACTOR_TEXTS.back}
        </Anchor>
      </div>
    </form>
  )
}
