// Whatever the owner is told by letter stands in his list of security events too, wherever the letter comes from.
import type { SecurityEventKind } from '#rulebook/account/security-events.ts'
import type { AccountLetters } from '../email/account-letters.ts'

type Note = (email: string, kind: SecurityEventKind) => Promise<void>

/** The event comes first: a mail server that is away must not hide it. */
export function notingLetters(letters: AccountLetters, note: Note): AccountLetters {
  const noting =
    (kind: SecurityEventKind, send: (email: string) => Promise<void>) =>
    async (email: string): Promise<void> => {
      await note(email, kind)
      await send(email)
    }
  return {
    ...letters,
    sendPasswordChanged: noting('password-changed', letters.sendPasswordChanged),
    sendPhoneChanged: noting('phone-changed', letters.sendPhoneChanged),
    sendLoginMethodsChanged: noting('login-methods-changed', letters.sendLoginMethodsChanged),
    sendPasskeysChanged: noting('passkeys-changed', letters.sendPasskeysChanged),
    sendTwoFactorChanged: async (email, isOn) => {
      await note(email, isOn ? 'two-factor-on' : 'two-factor-off')
      await letters.sendTwoFactorChanged(email, isOn)
    },
  }
}
