// Binding a number in three steps: input, verify, success (document 1 §2, §4; P-06). Accounts with a password give it with the number: a
// number signs in, so adding one wants the owner.
import { Button } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useState } from 'react'
import { codeOf } from '#platform/web/http/code-of.ts'
import { fieldOf } from '#platform/web/ui/field-of.ts'
import { LOGIN_METHOD_TEXTS } from '#rulebook/account/login-method-texts.ts'
import { formatPhone } from '#rulebook/account/phone.ts'
import { PHONE_TEXTS } from '#rulebook/account/phone-texts.ts'
import type { PhoneWizardStep } from '#rulebook/account/verification-code.ts'
import { messageFromRegister } from '#rulebook/errors/errors.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { MergeOffer } from '../merge/merge-offer.tsx'
import { accountClient } from '../session/auth-api.ts'
import { authStore } from '../session/auth-store.ts'
import { ErrorBox, NoticeBox } from '../sign-in/auth-card.tsx'
import { PasswordField } from '../sign-in/password-field.tsx'
import { CodeProgress, CodeResend } from '../verification/code-resend.tsx'
import { type CodeRequest, useCodeRequest } from '../verification/use-code-request.ts'
import { sendBindCode } from './phone-api.ts'
import { PhoneCodeField } from './phone-code-field.tsx'
import { PhoneNumberField, phoneProblem } from './phone-number-field.tsx'
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
  const request = useCodeRequest()
  const form = useForm<NumberAndOwner>({
    initialValues: { phone: '', password: '' },
    validate: { phone: phoneProblem, password: (password) => needsPassword && password === '' },
  })
  const { phone, password } = form.values
  const sendCode = () => request.request(phone, sendBindCode(needsPassword ? password : undefined))
  return (
    <>
      <PhoneSteps current={step} />
      {step === 'input' && (
        <InputStep
          form={form}
          needsPassword={needsPassword}
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

interface NumberAndOwner {
  readonly phone: string
  readonly password: string
}

interface InputStepProps {
  readonly form: UseFormReturnType<NumberAndOwner>
  /** Not of accounts without one. */
  readonly needsPassword: boolean
  readonly request: CodeRequest
  readonly onSend: () => Promise<void>
  readonly onCancel: (() => void) | undefined
}

function InputStep({ form, needsPassword, request, onSend, onCancel }: InputStepProps) {
  const isBusy = request.phase !== 'idle'
  const { phone, password } = form.values
  const isIncomplete = phone === '' || (needsPassword && password === '')
  const submit = form.onSubmit(() => {
    if (!isBusy) void onSend()
  })
  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-label={PHONE_TEXTS.title}>
      <PhoneNumberField
        {...fieldOf(form, 'phone')}
        onChange={(value) => {
          form.setFieldValue('phone', value)
          request.clearError()
        }}
      />
      {needsPassword && (
        <PasswordField
          label={LOGIN_METHOD_TEXTS.passwordLabel}
          name="current-password"
          autoComplete="current-password"
          {...fieldOf(form, 'password')}
        />
      )}
      <ErrorBox text={request.error} />
      <CodeProgress phase={request.phase} />
      <div className={classes.buttons}>
        <Button type="submit" loading={isBusy} disabled={isIncomplete || request.secondsLeft > 0}>
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
  readonly request: CodeRequest
  readonly onResend: () => Promise<boolean>
  readonly onBack: () => void
  readonly onVerified: () => void
}

function VerifyStep({ phone, request, onResend, onBack, onVerified }: VerifyStepProps) {
  const [failure, setFailure] = useState<unknown>()
  const form = useForm({ initialValues: { code: '' }, validate: { code: (code) => code === '' } })
  const isChecking = form.submitting
  const submit = form.onSubmit(async ({ code }) => {
    setFailure(undefined)
    try {
      authStore.mergeProfile(await accountClient.phone.confirm({ phone, code }))
      onVerified()
    } catch (problem) {
      setFailure(problem)
    }
  })
  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-label={PHONE_TEXTS.title}>
      <NoticeBox text={fillText(PHONE_TEXTS.sent, { phone: formatPhone(phone) })} />
      <PhoneCodeField {...fieldOf(form, 'code')} onComplete={() => form.submitting || submit()} disabled={isChecking} />
      <ErrorBox text={failure === undefined ? request.error : messageFromRegister(failure)}>
        {codeOf(failure) === 'phone-taken' && <MergeOffer />}
      </ErrorBox>
      <CodeProgress phase={request.phase} />
      <div className={classes.buttons}>
        <Button type="submit" loading={isChecking} disabled={!form.isValid()}>
          {PHONE_TEXTS.submit}
        </Button>
        <CodeResend
          {...request}
          onResend={() => {
            form.reset()
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
