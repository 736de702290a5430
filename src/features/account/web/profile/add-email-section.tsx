// An address for an account that came without one, by WeChat (decision 0115): it proves itself by the link of an email.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { SettingRow, SettingsSection } from '#platform/web/ui/settings-section.tsx'
import { SECURITY_TEXTS } from '#rulebook/account/security-texts.ts'
import { useAccountOptions } from '../session/use-account-options.ts'
import { ChangeEmailForm } from './change-email-form.tsx'

export function AddEmailSection() {
  const [isOpen, setOpen] = useState(false)
  // Without a mail account no address can prove itself (C-33).
  if (!useAccountOptions()?.mail) return null
  return (
    <SettingsSection id="add-email" title={SECURITY_TEXTS.email}>
      {isOpen ? (
        <ChangeEmailForm email={null} onClose={() => setOpen(false)} />
      ) : (
        <SettingRow
          hint={SECURITY_TEXTS.addEmailHint}
          action={
            <Button variant="default" onClick={() => setOpen(true)}>
              {SECURITY_TEXTS.addEmail}
            </Button>
          }
        />
      )}
    </SettingsSection>
  )
}
