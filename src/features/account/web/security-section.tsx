// Account security: change password (a dialog) and change e-mail (a form); only for accounts that sign in with an e-mail
// (document 1 §2 "/profile/info"; document 1 §6).
import { Button, Paper, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { SECURITY_TEXTS } from '#rulebook/security-texts.ts'
import { ChangeEmailForm } from './change-email-form.tsx'
import { ChangePasswordDialog } from './change-password-dialog.tsx'
import classes from './profile-info-page.module.css'

export function SecuritySection({ email }: { readonly email: string }) {
  const [isChangingPassword, setChangingPassword] = useState(false)
  const [isChangingEmail, setChangingEmail] = useState(false)
  return (
    <Paper component="section" withBorder radius="lg" className={classes.card} aria-labelledby="account-security">
      <Title order={2} fz="h3" id="account-security">
        {SECURITY_TEXTS.title}
      </Title>
      <div className={classes.action}>
        <div className={classes.words}>
          <Text fw={600}>{SECURITY_TEXTS.password}</Text>
          <Text size="sm" c="dimmed">
            {SECURITY_TEXTS.passwordHint}
          </Text>
        </div>
        <Button variant="default" onClick={() => setChangingPassword(true)}>
          {SECURITY_TEXTS.changePassword}
        </Button>
      </div>
      <div className={classes.action}>
        <div className={classes.words}>
          <Text fw={600}>{SECURITY_TEXTS.email}</Text>
          <Text size="sm" c="dimmed" className={classes.value}>
            {email}
          </Text>
        </div>
        {!isChangingEmail && (
          <Button variant="default" onClick={() => setChangingEmail(true)}>
            {SECURITY_TEXTS.changeEmail}
          </Button>
        )}
      </div>
      {isChangingEmail && <ChangeEmailForm email={email} onClose={() => setChangingEmail(false)} />}
      <ChangePasswordDialog isOpen={isChangingPassword} onClose={() => setChangingPassword(false)} />
    </Paper>
  )
}
