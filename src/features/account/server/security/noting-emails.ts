// Every email to the owner is also an entry in the list of security events, whichever code sends it; but what a mailed code took away is noted in the
// transaction that took it (address-proof.ts).
import type { SecurityEventKind } from '#rulebook/account/security-events.ts'
import type { AccountEmails } from '../email/account-emails.ts'

type Note = (email: string, kind: SecurityEventKind) => Promise<void>

/** The event comes first: a mail server that is away must not hide it. */
export function notingEmails(emails: AccountEmails, note: Note): AccountEmails {
  const noting =
    (kind: SecurityEventKind, send: (email: string) => Promise<void>) =>
    async (email: string): Promise<void> => {
      await note(email, kind)
      await send(email)
    }
  return {
    ...emails,
    sendPasswordChanged: noting('password-changed', emails.sendPasswordChanged),
    sendPhoneChanged: noting('phone-changed', emails.sendPhoneChanged),
    sendLoginMethodsChanged: noting('login-methods-changed', emails.sendLoginMethodsChanged),
    sendPasskeysChanged: noting('passkeys-changed', emails.sendPasskeysChanged),
    sendTwoFactorChanged: async (email, isOn) => {
      await note(email, isOn ? 'two-factor-on' : 'two-factor-off')
      await emails.sendTwoFactorChanged(email, isOn)
    },
  }
}
