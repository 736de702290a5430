// Out of an account whose session has ended on the server or is to end now, and to the login page with a message. The page is
// reloaded: nothing of the account stays in its memory, and no guard of the page that is left can send elsewhere.
import { queryClient } from '#platform/web/http/query-client.ts'
import { dropKeptFile } from '#platform/web/kept-file.ts'
import { SIGN_OUT_TEXTS } from '#rulebook/account/sign-up.ts'
import { loginMessageAddress } from '#rulebook/site/guard.ts'
import { authPort } from './auth-api.ts'
import { browserSessionKeeper } from './stored-session.ts'

/** Nobody is signed in here any more, and nothing waits for them; open pages notice it when they are reloaded. */
async function forgetSession(): Promise<void> {
  void queryClient.cancelQueries()
  await Promise.all([
    authPort.signOut().catch(() => {}), // the server may have ended it already
    dropKeptFile(),
  ])
  browserSessionKeeper.clear()
  browserSessionKeeper.clearPages()
}

/** After a password that was set by a mailed link: the reset has ended every session, and the browser's own memory of one must not lead elsewhere. */
export async function openLoginAnew(message: string): Promise<void> {
  await forgetSession()
  window.location.assign(loginMessageAddress(message))
}

/** `wanted` is opened after the next sign-in. The general text of a sign-out comes first (C-31). */
export async function leaveForLogin(message: string, wanted?: string): Promise<void> {
  await forgetSession()
  window.location.assign(loginMessageAddress(`${SIGN_OUT_TEXTS.general}。${message}`, wanted))
}
