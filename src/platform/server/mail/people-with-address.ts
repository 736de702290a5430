// Accounts that came by WeChat have no email address but a placeholder that no mail can reach (decision 0115): nothing is written to it, wherever
// an email is begun, and no mail server is asked to return it.
import { isPlaceholderAddress } from '#rulebook/account/placeholder-address.ts'
import type { Mailer } from './mailer.ts'

export const toPeopleWithAddress = (mailer: Mailer): Mailer => ({
  ...mailer,
  send: async (message) => {
    if (!isPlaceholderAddress(message.to)) await mailer.send(message)
  },
})
