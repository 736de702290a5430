// Out of an account whose session has ended on the server or is to end now, and to the login page with a message. The page is loaded
// anew: nothing of the account stays in its memory, and no guard of the page that is left can send elsewhere.
import { SIGN_OUT_TEXTS } from '#rulebook/account/sign-up.ts'
import { loginMessageAddress } from '#rulebook/site/guard.ts'
import { authBackend } from './auth-api.ts'
import { browserSessionKeeper } from './stored-session.ts'

/** `wanted` is opened after the next sign-in. The general text of a sign-out comes first (C-31). */
export async function leaveForLogin(message: string, wanted?: string): Promise<void> {
  await authBackend.signOut().catch(() => {}) // the server may have ended it already
  browserSessionKeeper.clear()
  window.location.assign(loginMessageAddress(`${SIGN_OUT_TEXTS.general}。${message}`, wanted))
}
