// The phone on /profile/info (document 1 §2 "/profile area"; P-06, U-03): the bound number, the wizard, or, while the operator has no SMS
// account, the wizard semi-transparent and dead below the notice that says why.
import { Alert, Button, Skeleton, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { notifySuccess } from '#platform/web/ui/notices.tsx'
import { SettingRow, SettingsSection } from '#platform/web/ui/settings-section.tsx'
import { formatPhone } from '#rulebook/account/phone.ts'
import { PHONE_TEXTS } from '#rulebook/account/phone-texts.ts'
import { PHONE_WIZARD_DISABLED_TEXT } from '#rulebook/account/verification-code.ts'
import { messageFromRegister } from '#rulebook/errors/errors.ts'
import { fillText } from '#rulebook/fill-text.ts'
import type { LoginMethods } from '../../contract.ts'
import { LOGIN_METHODS_KEY, loginMethodClient } from '../login-methods/login-method-client.ts'
import { unbindMethod } from '../login-methods/unbind-method.ts'
import { OwnerProofDialog } from '../profile/owner-proof-dialog.tsx'
import { useAuth } from '../session/auth-store.ts'
import { useAccountOptions } from '../session/use-account-options.ts'
import { ErrorBox } from '../sign-in/auth-card.tsx'
import { PhoneNumberField } from './phone-number-field.tsx'
import { PhoneSteps } from './phone-steps.tsx'
import classes from './phone-wizard.module.css'
import { PhoneWizard } from './phone-wizard.tsx'

export function PhoneSection() {
  const options = useAccountOptions()
  const { profile } = useAuth()
  if (!profile) return null
  return (
    <SettingsSection id="phone" title={PHONE_TEXTS.title} lead={PHONE_TEXTS.lead}>
      {!options && <Skeleton height={56} role="status" aria-label={PHONE_TEXTS.loading} />}
      {options && !options.sms && <DisabledWizard />}
      {options?.sms && <BoundPhoneOrWizard phone={profile.phone} region={profile.phone_region ?? undefined} />}
    </SettingsSection>
  )
}

function DisabledWizard() {
  return (
    <>
      <Alert color="gray" role="note">
        {PHONE_WIZARD_DISABLED_TEXT}
      </Alert>
      <div className={classes.disabled} inert data-testid="disabled-wizard">
        <PhoneSteps current="input" />
        <div className={classes.form}>
          <PhoneNumberField value="" onChange={() => {}} disabled />
          <div>
            <Button disabled>{PHONE_TEXTS.send}</Button>
          </div>
        </div>
      </div>
    </>
  )
}

interface StoredPhone {
  readonly phone: string | null
  readonly region: string | undefined
}

function BoundPhoneOrWizard({ phone, region }: StoredPhone) {
  const queries = useQueryClient()
  const methods = useQuery({
    queryKey: LOGIN_METHODS_KEY,
    queryFn: ({ signal }) => loginMethodClient.list(undefined, { signal }),
  })
  const [isBinding, setBinding] = useState(phone === null)
  if (methods.isError) return <ErrorBox text={messageFromRegister(methods.error)} />
  if (!methods.data) return <Skeleton height={56} role="status" aria-label={PHONE_TEXTS.loading} />
  const { needsPassword } = methods.data
  if (isBinding || phone === null) {
    return (
      <PhoneWizard
        needsPassword={needsPassword}
        canCancel={phone !== null && isBinding}
        onBound={() => void queries.invalidateQueries({ queryKey: LOGIN_METHODS_KEY })}
        onClose={() => setBinding(false)}
      />
    )
  }
  return <BoundPhone phone={formatPhone(phone, region)} methods={methods.data} onChange={() => setBinding(true)} />
}

interface BoundPhoneProps {
  readonly phone: string
  readonly methods: LoginMethods
  readonly onChange: () => void
}

function BoundPhone({ phone, methods: { methods, needsPassword }, onChange }: BoundPhoneProps) {
  const queries = useQueryClient()
  const [isUnbinding, setUnbinding] = useState(false)
  const method = methods.find(({ type }) => type === 'phone')
  const unbind = async (password: string | undefined) => {
    if (!method) return
    await unbindMethod(queries, method, password)
    notifySuccess(PHONE_TEXTS.unbound)
  }
  return (
    <>
      <SettingRow
        title={phone}
        hint={PHONE_TEXTS.verified}
        action={
          <div className={classes.buttons}>
            <Button variant="default" onClick={onChange}>
              {PHONE_TEXTS.change}
            </Button>
            <Button variant="default" onClick={() => setUnbinding(true)}>
              {PHONE_TEXTS.unbind}
            </Button>
          </div>
        }
      />
      <OwnerProofDialog
        isOpen={isUnbinding}
        title={PHONE_TEXTS.unbindTitle}
        needsPassword={needsPassword}
        confirm={PHONE_TEXTS.unbindConfirm}
        isDangerous
        onClose={() => setUnbinding(false)}
        onProved={unbind}
      >
        <Text>{fillText(PHONE_TEXTS.unbindText, { phone })}</Text>
      </OwnerProofDialog>
    </>
  )
}
