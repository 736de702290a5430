// Binding a number in three steps: input, verify, success (document 1 §2, §4; P-06). Accounts with a password give it with the number: a
// number signs in, so adding one wants the owner.
import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { LOGIN_METHOD_TEXTS } from '#rulebook/account/login-method-texts.ts'
import { checkPhone, formatPhone, PHONE_ERRORS } from '#rulebook/account/phone.ts'
import { PHONE_TEXTS } from '#rulebook/account/phone-texts.ts'
import type { PhoneWizardStep } from '#rulebook/account/verification-code.ts'
import { messageOf } from '#rulebook/errors/errors.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { MergeOffer } from '../merge/merge-offer.tsx'
import { accountClient } from '../session/auth-api.ts'
import { authStore } from '../session/auth-store.ts'
import { ErrorBox, NoticeBox } from '../sign-in/auth-card.tsx'
import { PasswordField } from '../sign-in/password-field.tsx'
import { sendBindCode } from './phone-api.ts'
import { PhoneCodeField } from './phone-code-field.tsx'
import { type PhoneCodeRequest, usePhoneCodeRequest } from './phone-code-request.ts'
import { PhoneNumberField } from './phone-number-field.tsx'
import { PhoneProgress, PhoneResend } from './phone-resend.tsx'
import { PhoneSteps } from './phone-steps.tsx'
import classes from './phone-wizard.module.css'

interface PhoneWizardProps {
  readonly needsPassword: boolean
  readonly onBound: () => void
  /** After the last step, or when the person gives up. */
  readonly onClose: () => void
  readonly canCancel: boolean
}

export function PhoneWizard({ needsPassword, onBound, onClose, canCancel }: PhoneWizardProps) {
  const [step, setStep] = useState<PhoneWizardStep>('input')
  const [phone, setPhone] = useState('')
  const [password, setPassword] = useState('')
  const request = usePhoneCodeRequest()
  const sendCode = () => request.request(phone, sendBindCode(needsPassword ? password : undefined))
  return (
    <>
      <PhoneSteps current={step} />
      {step === 'input' && (
        <InputStep
          phone={phone}
          onPhone={setPhone}
          password={needsPassword ? password : undefined}
          onPassword={setPassword}
          request={request}
          onSend={async () => void ((await sendCode()) && setStep('verify'))}
          onCancel={canCancel ? onClose : undefined}
        />
      )}
      {step === 'verify' && (
        <VerifyStep
          phone={phone}
          request={request}
          onResend={sendCode}
          onBack={() => setStep('input')}
          onVerified={() => {
            setStep('success')
            onBound()
          }}
        />
      )}
      {step === 'success' && (
        <div className={classes.form}>
          <NoticeBox text={PHONE_TEXTS.success} />
          <div>
            <Button onClick={onClose}>{PHONE_TEXTS.finish}</Button>
          </div>
        </div>
      )}
    </>
  )
}

interface InputStepProps {
  readonly phone: string
  readonly onPhone: (phone: string) => void
  /** Undefined for accounts without one. */
  readonly password: string | undefined
  readonly onPassword: (password: string) => void
  readonly request: PhoneCodeRequest
  readonly onSend: () => Promise<void>
  readonly onCancel: (() => void) | undefined
}

function InputStep({ phone, onPhone, password, onPassword, request, onSend, onCancel }: InputStepProps) {
  const [problem, setProblem] = useState<string>()
  const isBusy = request.phase !== 'idle'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = checkPhone(phone)
    setProblem(found && PHONE_ERRORS[found.code])
    if (!found && !isBusy) void onSend()
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-label={PHONE_TEXTS.title}>
      <PhoneNumberField
        value={phone}
        error={problem}
        onChange={(value) => {
          onPhone(value)
          setProblem(undefined)
          request.clearError()
        }}
      />
      {password !== undefined && (
        <PasswordField
          label={LOGIN_METHOD_TEXTS.passwordLabel}
          name="current-password"
          autoComplete="current-password"
          value={password}
          onChange={onPassword}
        />
      )}
      <ErrorBox text={request.error} />
      <PhoneProgress phase={request.phase} />
      <div className={classes.buttons}>
        <Button type="submit" loading={isBusy} disabled={phone === '' || password === '' || request.secondsLeft > 0}>
          {request.secondsLeft > 0 ? fillText(PHONE_TEXTS.resendIn, { n: request.secondsLeft }) : PHONE_TEXTS.send}
        </Button>
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            {PHONE_TEXTS.cancel}
          </Button>
        )}
      </div>
    </form>
  )
}

interface VerifyStepProps {
  readonly phone: string
  readonly request: PhoneCodeRequest
  readonly onResend: () => Promise<boolean>
  readonly onBack: () => void
  readonly onVerified: () => void
}

function VerifyStep({ phone, request, onResend, onBack, onVerified }: VerifyStepProps) {
  const [code, setCode] = useState('')
  const [failure, setFailure] = useState<unknown>()
  const [isChecking, setChecking] = useState(false)
  const submit = async (typed: string) => {
    if (isChecking) return
    setChecking(true)
    setFailure(undefined)
    try {
      await accountClient.phone.confirm({ phone, code: typed })
      onVerified()
      await authStore.refreshProfile()
    } catch (problem) {
      setFailure(problem)
      setChecking(false)
    }
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void submit(code)
  }
  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate aria-label={PHONE_TEXTS.title}>
      <NoticeBox text={fillText(PHONE_TEXTS.sent, { phone: formatPhone(phone) })} />
      <PhoneCodeField value={code} onChange={setCode} onComplete={submit} disabled={isChecking} />
      <ErrorBox text={failure === undefined ? request.error : messageOf(failure)}>
        {(failure as { code?: unknown } | undefined)?.code === 'phone-taken' && <MergeOffer />}
      </ErrorBox>
      <PhoneProgress phase={request.phase} />
      <div className={classes.buttons}>
        <Button type="submit" loading={isChecking} disabled={code === ''}>
          {PHONE_TEXTS.submit}
        </Button>
        <PhoneResend
          {...request}
          onResend={() => {
            setCode('')
            setFailure(undefined)
            void onResend()
          }}
        />
        <Button variant="subtle" onClick={onBack} disabled={isChecking}>
          {PHONE_TEXTS.back}
        </Button>
      </div>
    </form>
  )
}
