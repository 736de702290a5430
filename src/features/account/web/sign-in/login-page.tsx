// /auth/login (document 1 §2, §5, §8; C-21, C-38, U-06, U-09–U-11, U-15, U-57).
import { Anchor, Button, Checkbox } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { ChoiceBar } from '#platform/web/ui/choice-bar.tsx'
import { fieldOf } from '#platform/web/ui/field-of.ts'
import { notifySuccess } from '#platform/web/ui/notices.tsx'
import { AUTH_FORM_TEXTS, LOGIN_PAGE_TEXTS } from '#rulebook/account/auth-page-texts.ts'
import { AUTH_ERRORS } from '#rulebook/account/auth-texts.ts'
import { PHONE_TEXTS } from '#rulebook/account/phone-texts.ts'
import { type LoginState, SIGN_IN_TEXTS } from '#rulebook/account/sign-up.ts'
import { TWO_FACTOR_TEXTS } from '#rulebook/account/two-factor.ts'
import { messageFromRegister } from '#rulebook/errors/errors.ts'
import { plainQueryText } from '#rulebook/site/guard.ts'
import { PATHS } from '#rulebook/site/site-map.ts'
import { PasskeyButton } from '../passkeys/passkey-button.tsx'
import { PhoneLoginForm } from '../phone/phone-login-form.tsx'
import { forgotPasswordAddress, type LoginPageState, providerReturn, withRedirect } from '../session/auth-addresses.ts'
import { type LoginProvider, needsTwoFactor, signInWithPassword, signInWithProvider } from '../session/auth-calls.ts'
import { authStore } from '../session/auth-store.ts'
import { rememberEmail, rememberedEmail } from '../session/remembered-login.ts'
import { useAccountOptions, useOptionsAnswered } from '../session/use-account-options.ts'
import { useForwardSignedIn } from '../session/use-forward-signed-in.ts'
import { TwoFactorStep } from '../two-factor/two-factor-step.tsx'
import classes from './auth-card.module.css'
import { AuthCard, ErrorBox, NoticeBox } from './auth-card.tsx'
import { EmailCodeLoginForm } from './email-code-login-form.tsx'
import { EmailField } from './email-field.tsx'
import { PasswordField } from './password-field.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import { ServiceTrouble } from './service-trouble.tsx'
import { useResend, VerificationSent } from './verification-sent.tsx'

export function LoginPage() {
  const [query] = useSearchParams()
  const [error, setError] = useState<string | undefined>(plainQueryText(query.get('error')) || undefined)
  const redirect = query.get('redirect')
  const { state } = useLocation() as { state: LoginPageState | null }
  useForwardSignedIn()

  const startProvider = (provider: LoginProvider) =>
    signInWithProvider(provider, providerReturn(redirect)).catch((problem) => setError(messageFromRegister(problem)))
  const [isSecondStep, setSecondStep] = useState(false)
  const isWaiting = !useOptionsAnswered()
  const notice = query.get('email') ? SIGN_IN_TEXTS.emailVerified : plainQueryText(query.get('message'))

  return (
    <AuthCard
      isWaiting={isWaiting}
      title={isSecondStep ? TWO_FACTOR_TEXTS.stepTitle : LOGIN_PAGE_TEXTS.title}
      {...(!isSecondStep && { lead: LOGIN_PAGE_TEXTS.lead })}
      footer={
        <>
          {LOGIN_PAGE_TEXTS.noAccount}
          <Anchor component={Link} to={withRedirect(PATHS.register, redirect)} size="sm">
            {LOGIN_PAGE_TEXTS.toRegister}
          </Anchor>
        </>
      }
    >
      {isSecondStep ? (
        <TwoFactorStep onBack={() => setSecondStep(false)} />
      ) : (
        <>
          <NoticeBox text={notice} />
          {state?.isProofSent && state.email && <VerificationSent email={state.email} redirect={redirect} />}
          <ProviderButtons isSignUp={false} onChoose={startProvider}>
            <PasskeyButton onError={setError} />
          </ProviderButtons>
          <LoginForms error={error} setError={setError} onSecondStep={() => setSecondStep(true)} />
        </>
      )}
    </AuthCard>
  )
}

interface LoginFormProps {
  readonly error: string | undefined
  readonly setError: (text?: string) => void
  readonly onSecondStep: () => void
}

type Mode = 'password' | 'code' | 'mail'

/** Password, or a code by SMS or by mail where the operator can send one (P-07; decision 0059). What was typed stays when another is looked at. */
function LoginForms(props: LoginFormProps) {
  const options = useAccountOptions()
  const firstEmail = useFirstEmail()
  const [mode, setMode] = useState<Mode>('password')
  const choices: { readonly value: Mode; readonly label: string }[] = [
    { value: 'password', label: PHONE_TEXTS.passwordTab },
    ...(options?.sms ? [{ value: 'code', label: PHONE_TEXTS.codeTab } as const] : []),
    ...(options?.mail ? [{ value: 'mail', label: LOGIN_PAGE_TEXTS.mailTab } as const] : []),
  ]
  return (
    <>
      {choices.length > 1 && <ChoiceBar label={PHONE_TEXTS.tabs} value={mode} onChange={setMode} choices={choices} />}
      <div hidden={mode !== 'password'}>
        <LoginForm {...props} />
      </div>
      {mode === 'code' && <PhoneLoginForm onSecondStep={props.onSecondStep} />}
      {mode === 'mail' && <EmailCodeLoginForm firstEmail={firstEmail} onSecondStep={props.onSecondStep} />}
    </>
  )
}

/** The email query wins over what the register page handed over, and that over the remembered address. */
function useFirstEmail(): string {
  const [query] = useSearchParams()
  const { state } = useLocation() as { state: LoginPageState | null }
  return query.get('email') ?? state?.email ?? rememberedEmail() ?? ''
}

const isMissing = (value: string): boolean => value === ''

function LoginForm(props: LoginFormProps) {
  const firstEmail = useFirstEmail()
  const form = useForm<LoginState>({
    initialValues: { email: firstEmail, password: '', remember: rememberedEmail() !== undefined },
    // Whether the address is one, the field says while it is typed; the server alone knows whether the two are right.
    validate: { email: isMissing, password: isMissing },
  })
  const { email } = form.values
  const submit = form.onSubmit(async ({ password, remember }) => {
    props.setError(undefined)
    try {
      await signInWithPassword(email, password)
      rememberEmail(remember ? email : undefined)
      await authStore.signedIn()
      const { user, error } = authStore.getState()
      if (user) notifySuccess(SIGN_IN_TEXTS.success)
      else props.setError(error ?? AUTH_ERRORS['sign-in-failed'])
    } catch (problem) {
      if (!needsTwoFactor(problem)) return props.setError(messageFromRegister(problem))
      rememberEmail(remember ? email : undefined)
      props.onSecondStep()
    }
  })
  const { error } = props

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <EmailField {...fieldOf(form, 'email')} />
      <PasswordField
        label={AUTH_FORM_TEXTS.password}
        name="password"
        autoComplete="current-password"
        {...fieldOf(form, 'password')}
      />
      <div className={classes.row}>
        <Checkbox label={LOGIN_PAGE_TEXTS.remember} {...form.getInputProps('remember', { type: 'checkbox' })} />
        <Anchor component={Link} to={forgotPasswordAddress(email)} size="sm">
          {LOGIN_PAGE_TEXTS.forgot}
        </Anchor>
      </div>
      <ErrorBox text={error}>
        {error === AUTH_ERRORS['email-unverified'] && <ResendButton email={email} />}
        {!isAnswer(error) && <ServiceTrouble />}
      </ErrorBox>
      <Button type="submit" fullWidth disabled={form.submitting || !form.isValid()}>
        {form.submitting ? SIGN_IN_TEXTS.loading : LOGIN_PAGE_TEXTS.submit}
      </Button>
    </form>
  )
}

/** What a sign-in was answered says nothing of the service. */
const isAnswer = (error: string | undefined): boolean => Object.values<string>(AUTH_ERRORS).includes(error ?? '')

function ResendButton({ email }: { readonly email: string }) {
  const { outcome, isSent, isSending, resend } = useResend(email)
  return (
    <div>
      {outcome && <p role="status">{outcome}</p>}
      {!isSent && (
        <Button variant="light" color="red" size="compact-sm" mt="xs" loading={isSending} onClick={resend}>
          {LOGIN_PAGE_TEXTS.resend}
        </Button>
      )}
    </div>
  )
}
