// Forgotten password, by a code instead of the link: the right code leads to the same page as the link.
import { useNavigate } from 'react-router'
import { RECOVERY_TEXTS } from '#rulebook/account/recovery-texts.ts'
import { PATHS } from '#rulebook/site/site-map.ts'
import { openAccountClient } from '../session/auth-api.ts'
import { MailedCodeForm } from './mailed-code-form.tsx'

export function RecoveryForm({ firstEmail }: { readonly firstEmail: string }) {
  const navigate = useNavigate()
  const check = async (email: string, code: string) => {
    const tokens = await openAccountClient.recovery.check({ email, code })
    // In the hash, as the mailed link carries them: no server log sees them.
    navigate(`${PATHS.resetPassword}#${new URLSearchParams(tokens)}`)
  }
  return (
    <MailedCodeForm
      firstEmail={firstEmail}
      submitText={RECOVERY_TEXTS.submit}
      sendCode={async (email) => void (await openAccountClient.recovery.sendCode({ email }))}
      onCode={check}
    />
  )
}
