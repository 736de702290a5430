// The second step of a sign-in: a code of the authenticator app, or a recovery code (docs/decisions/0012).
import { Anchor, Button, Checkbox, Text, TextInput } from '@mantine/core'
import { fieldOf } from '#platform/web/ui/field-of.ts'
import { SIGN_IN_TEXTS } from '#rulebook/account/sign-up.ts'
import { TWO_FACTOR_TEXTS } from '#rulebook/account/two-factor.ts'
import classes from '../sign-in/auth-card.module.css'
import { ErrorBox } from '../sign-in/auth-card.tsx'
import { TwoFactorCodeField } from './two-factor-code-field.tsx'
import { useSecondStep } from './use-second-step.ts'

export function TwoFactorStep({ onBack }: { readonly onBack: () => void }) {
  const { form, error, isRecovery, submit, otherWay } = useSecondStep()
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
          {...form.getInputProps('code')}
        />
      ) : (
        <TwoFactorCodeField {...fieldOf(form, 'code')} />
      )}
      <Checkbox label={TWO_FACTOR_TEXTS.trust} {...form.getInputProps('trust', { type: 'checkbox' })} />
      <ErrorBox text={error} />
      <Button type="submit" fullWidth disabled={form.submitting || !form.isValid()}>
        {form.submitting ? SIGN_IN_TEXTS.loading : TWO_FACTOR_TEXTS.submit}
      </Button>
      <div className={classes.row}>
        <Anchor component="button" type="button" size="sm" onClick={otherWay}>
          {isRecovery ? TWO_FACTOR_TEXTS.useApp : TWO_FACTOR_TEXTS.useRecovery}
        </Anchor>
        <Anchor component="button" type="button" size="sm" onClick={onBack}>
          {TWO_FACTOR_TEXTS.back}
        </Anchor>
      </div>
    </form>
  )
}
