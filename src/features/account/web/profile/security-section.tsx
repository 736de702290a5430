// Account security: change password (a dialog) and change email (a form); only for accounts that sign in with an email
// (document 1 §2 "/profile/info"; document 1 §6).
import { Button } from '@mantine/core'
import { useState } from 'react'
import { SettingRow, SettingsSection } from '#platform/web/ui/settings-section.tsx'
import { SECURITY_TEXTS } from '#rulebook/account/security-texts.ts'
import { ChangeEmailForm } from './change-email-form.tsx'
import { ChangePasswordDialog } from './change-password-dialog.tsx'

export function SecuritySection({ email }: { readonly email: string }) {
  const [isChangingPassword, setChangingPassword] = useState(false)
  const [isChangingEmail, setChangingEmail] = useState(false)
  return (
    <SettingsSection id="account-security" title={SECURITY_TEXTS.title}>
      <SettingRow
        title={SECURITY_TEXTS.password}
        hint={SECURITY_TEXTS.passwordHint}
        action={
          <Button variant="default" onClick={() => setChangingPassword(true)}>
            {SECURITY_TEXTS.changePassword}
          </Button>
        }
      />
      <SettingRow
        title={SECURITY_TEXTS.email}
        hint={email}
        action={
          !isChangingEmail && (
            <Button variant="default" onClick={() => setChangingEmail(true)}>
              {SECURITY_TEXTS.changeEmail}
            </Button>
          )
        }
      />
      {isChangingEmail && <ChangeEmailForm email={email} onClose={() => setChangingEmail(false)} />}
      <ChangePasswordDialog isOpen={isChangingPassword} onClose={() => setChangingPassword(false)} />
    </SettingsSection>
  )
}
