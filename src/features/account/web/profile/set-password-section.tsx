// A password for accounts that have none, by a provider or after decision 0239: by the link of an email, which proves the address once more, as a forgotten
// password does (send-reset-email.ts).
import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { notifyError, notifySuccess } from '#platform/web/ui/notices.tsx'
import { SettingRow, SettingsSection } from '#platform/web/ui/settings-section.tsx'
import { SECURITY_TEXTS } from '#rulebook/account/security-texts.ts'
import { SIGN_IN_TEXTS } from '#rulebook/account/sign-up.ts'
import { ACTIONS } from '#rulebook/errors/actions.ts'
import { messageFromRegister } from '#rulebook/errors/errors.ts'
import { LOGIN_METHODS_KEY, loginMethodClient } from '../login-methods/login-method-client.ts'
import { requestPasswordReset } from '../session/auth-calls.ts'
import { useAccountOptions } from '../session/use-account-options.ts'

export function SetPasswordSection({ email }: { readonly email: string }) {
  const canSendMail = useAccountOptions()?.mail === true
  const methods = useQuery({
    queryKey: LOGIN_METHODS_KEY,
    queryFn: ({ signal }) => loginMethodClient.list(undefined, { signal }),
  })
  const sending = useMutation({
    mutationFn: () => requestPasswordReset(email),
    onSuccess: () => notifySuccess(SIGN_IN_TEXTS.resetSent),
    onError: (error) => notifyError(messageFromRegister(error, ACTIONS.sendEmail)),
  })
  // Not where its owner took the address away as a login method: no mail would leave.
  if (!canSendMail || methods.data?.needsPassword !== false || methods.data.mailOpens === false) return null
  return (
    <SettingsSection id="set-password" title={SECURITY_TEXTS.password}>
      <SettingRow
        hint={SECURITY_TEXTS.noPasswordHint}
        action={
          <Button variant="default" loading={sending.isPending} onClick={() => sending.mutate()}>
            {SECURITY_TEXTS.setPassword}
          </Button>
        }
      />
    </SettingsSection>
  )
}
