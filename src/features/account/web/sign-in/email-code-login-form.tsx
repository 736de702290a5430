// Sign-in by a mailed code (decision 0059), for users who forgot the password or never had one.

import { notify, notifySuccess } from '#platform/web/ui/notices.tsx'
import { LOGIN_PAGE_TEXTS } from '#rulebook/account/auth-page-texts.ts'
import { AUTH_ERRORS } from '#rulebook/account/auth-texts.ts'
import { SIGN_IN_TEXTS } from '#rulebook/account/sign-up.ts'
import { openAccountClient, post } from '../session/auth-api.ts'
import { needsTwoFactor } from '../session/auth-calls.ts'
import { authStore } from '../session/auth-store.ts'
import { MailedCodeForm } from './mailed-code-form.tsx'

interface EmailCodeLoginProps {
  readonly firstEmail: string
  /** The account has a second factor. */
  readonly onSecondStep: () => void
}

export function EmailCodeLoginForm({ firstEmail, onSecondStep }: EmailCodeLoginProps) {
  const signIn = async (email: string, code: string) => {
    try {
      const answer = await post('/sign-in/phone-number', { email, code })
      if ((answer as { earlierWaysRemoved?: boolean } | null)?.earlierWaysRemoved)
        notify({ type: 'warning', message: SIGN_IN_TEXTS.earlierWaysRemoved, persistent: true })
    } catch (failure) {
      if (!needsTwoFactor(failure)) throw failure
      return onSecondStep()
    }
    await authStore.signedIn()
    if (!authStore.getState().user) throw new Error(authStore.getState().error ?? AUTH_ERRORS['sign-in-failed'])
    notifySuccess(SIGN_IN_TEXTS.success)
  }
  return (
    <MailedCodeForm
      firstEmail={firstEmail}
      submitText={LOGIN_PAGE_TEXTS.submit}
      sendCode={async (email) => void (await openAccountClient.emailCode.send({ email }))}
      onCode={signIn}
    />
  )
}
