// The phone on /profile/info (document 1 §2 "/profile area"; P-06, U-03): the bound number, the wizard, or, while the operator has no SMS
// account, the wizard semi-transparent and dead below the notice that says why.
import { Alert, Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SettingRow, SettingsSection } from '#platform/web/settings-section.tsx'
import { messageOf } from '#rulebook/errors.ts'
import { formatPhone } from '#rulebook/phone.ts'
import { PHONE_TEXTS } from '#rulebook/phone-texts.ts'
import { PHONE_WIZARD_DISABLED_TEXT } from '#rulebook/verification-code.ts'
import { accountClient } from './auth-api.ts'
import { ErrorBox } from './auth-card.tsx'
import { useAuth } from './auth-store.ts'
import { PhoneNumberField } from './phone-number-field.tsx'
import { PhoneSteps } from './phone-steps.tsx'
import { PhoneUnbindDialog } from './phone-unbind-dialog.tsx'
import classes from './phone-wizard.module.css'
import { PhoneWizard } from './phone-wizard.tsx'
import { useAccountOptions } from './use-account-options.ts'

export function PhoneSection() {
  const options = useAccountOptions()
  const { profile } = useAuth()
  if (!profile) return null
  return (
    <SettingsSection id="phone" title={PHONE_TEXTS.title} lead={PHONE_TEXTS.lead}>
      {!options && <Skeleton height={56} role="status" aria-label={PHONE_TEXTS.loading} />}
      {options && !options.sms && <DisabledWizard />}
      {options?.sms && <LivingSection phone={profile.phone} region={profile.phone_region ?? undefined} />}
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

interface Bound {
  readonly phone: string | null
  readonly region: string | undefined
}

function LivingSection({ phone, region }: Bound) {
  const needs = useQuery({ queryKey: ['account', 'phone'], queryFn: () => accountClient.phone.needsPassword() })
  const [isBinding, setBinding] = useState(phone === null)
  if (needs.isError) return <ErrorBox text={messageOf(needs.error)} />
  if (!needs.data) return <Skeleton height={56} role="status" aria-label={PHONE_TEXTS.loading} />
  const { needsPassword } = needs.data
  if (isBinding || phone === null) {
    return (
      <PhoneWizard
        needsPassword={needsPassword}
        canCancel={phone !== null && isBinding}
        onClose={() => setBinding(false)}
      />
    )
  }
  return (
    <BoundPhone phone={formatPhone(phone, region)} needsPassword={needsPassword} onChange={() => setBinding(true)} />
  )
}

function BoundPhone(props: { readonly phone: string; readonly needsPassword: boolean; readonly onChange: () => void }) {
  const [isUnbinding, setUnbinding] = useState(false)
  return (
    <>
      <SettingRow
        title={props.phone}
        hint={PHONE_TEXTS.verified}
        action={
          <div className={classes.buttons}>
            <Button variant="default" onClick={props.onChange}>
              {PHONE_TEXTS.change}
            </Button>
            <Button variant="default" onClick={() => setUnbinding(true)}>
              {PHONE_TEXTS.unbind}
            </Button>
          </div>
        }
      />
      <PhoneUnbindDialog
        isOpen={isUnbinding}
        phone={props.phone}
        needsPassword={props.needsPassword}
        onClose={() => setUnbinding(false)}
      />
    </>
  )
}
