// Accounts created by WeChat have a placeholder instead of an email address (decision 0115): nothing is sent to it, wherever
// an email is composed, so nothing bounces.
import { isPlaceholderAddress } from '#rulebook/account/placeholder-address.ts'
import type { Mailer } from './mailer.ts'

export const toPeopleWithAddress = (mailer: Mailer): Mailer => ({
  ...mailer,
  send: async (message) => {
    if (!isPlaceholderAddress(message.to)) await mailer.send(message)
  },
})
