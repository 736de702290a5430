// Sign-in by a code sent to the bound phone (document 1 §4; P-07; AUTHSTATE-20): number and code on one form, submitted by itself.
import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { fieldOf } from '#platform/web/ui/field-of.ts'
import { notifySuccess } from '#platform/web/ui/notices.tsx'
import { LOGIN_PAGE_TEXTS } from '#rulebook/account/auth-page-texts.ts'
import { AUTH_ERRORS } from '#rulebook/account/auth-texts.ts'
import { formatPhone } from '#rulebook/account/phone.ts'
import { PHONE_TEXTS } from '#rulebook/account/phone-texts.ts'
import { SIGN_IN_TEXTS } from '#rulebook/account/sign-up.ts'
import { ACTIONS } from '#rulebook/errors/actions.ts'
import { messageFromRegister } from '#rulebook/errors/errors.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { safeRedirect } from '#rulebook/site/guard.ts'
import { needsTwoFactor } from '../session/auth-calls.ts'
import { authStore } from '../session/auth-store.ts'
import classes from '../sign-in/auth-card.module.css'
import { ErrorBox, NoticeBox } from '../sign-in/auth-card.tsx'
import { CodeProgress, CodeResend } from '../verification/code-resend.tsx'
import { useCodeRequest } from '../verification/use-code-request.ts'
import { sendLoginCode, signInWithPhone } from './phone-api.ts'
import { PhoneCodeField } from './phone-code-field.tsx'
import { PhoneNumberField, phoneProblem } from './phone-number-field.tsx'

interface PhoneLoginProps {
  /** The account has a second factor. */
  readonly onSecondStep: () => void
}

export function PhoneLoginForm({ onSecondStep }: PhoneLoginProps) {
  const form = useForm({
    initialValues: { phone: '' },
    onValuesChange: () => request.clearError(),
    validate: { phone: phoneProblem },
  })
  const { phone } = form.values
  /** The number that the code went to. */
  const [sentTo, setSentTo] = useState<string>()
  const request = useCodeRequest()
  const send = async () => {
    if (await request.request(phone, sendLoginCode)) setSentTo(phone)
  }
  const isSent = sentTo !== undefined && sentTo === phone
  return (
    <div className={classes.form}>
      <form
        className={classes.form}
        noValidate
        aria-label={PHONE_TEXTS.send}
        onSubmit={form.onSubmit(() => {
          if (request.phase === 'idle' && request.secondsLeft === 0) void send()
        })}
      >
        <PhoneNumberField {...fieldOf(form, 'phone')} />
        <ErrorBox text={request.error} />
        <CodeProgress phase={request.phase} />
        {isSent ? (
          <CodeResend {...request} onResend={() => void send()} />
        ) : (
          <Button
            type="submit"
            fullWidth
            loading={request.phase !== 'idle'}
            disabled={phone === '' || request.secondsLeft > 0}
          >
            {request.secondsLeft > 0 ? fillText(PHONE_TEXTS.resendIn, { n: request.secondsLeft }) : PHONE_TEXTS.send}
          </Button>
        )}
      </form>
      {isSent && <CodeForm phone={phone} onSecondStep={onSecondStep} />}
    </div>
  )
}

function CodeForm({ phone, onSecondStep }: PhoneLoginProps & { readonly phone: string }) {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const [error, setError] = useState<string>()
  const form = useForm({ initialValues: { code: '' }, validate: { code: (code) => code === '' } })
  const submit = form.onSubmit(async ({ code: typed }) => {
    setError(undefined)
    try {
      const { redirect } = await signInWithPhone(phone, typed, query.get('redirect'))
      await authStore.signedIn()
      const { user, error: failure } = authStore.getState()
      if (!user) return setError(failure ?? AUTH_ERRORS['sign-in-failed'])
      notifySuccess(SIGN_IN_TEXTS.success)
      if (redirect) navigate(safeRedirect(redirect), { replace: true })
    } catch (failure) {
      if (needsTwoFactor(failure)) onSecondStep()
      else setError(messageFromRegister(failure, ACTIONS.signIn))
    }
  })
  return (
    <form className={classes.form} noValidate aria-label={PHONE_TEXTS.codeTab} onSubmit={submit}>
      <NoticeBox text={fillText(PHONE_TEXTS.sent, { phone: formatPhone(phone) })} />
      <PhoneCodeField
        {...fieldOf(form, 'code')}
        onComplete={() => form.submitting || submit()}
        disabled={form.submitting}
      />
      <ErrorBox text={error} />
      <Button type="submit" fullWidth disabled={form.submitting || !form.isValid()}>
        {form.submitting ? SIGN_IN_TEXTS.loading : LOGIN_PAGE_TEXTS.submit}
      </Button>
    </form>
  )
}
