// The address of an account at a provider, kept between the moment its owner is read and the moment the tie is recorded: the library's hook
// for the tie does not know it, and a linked account's address is seldom the user's own (login-method.store.ts).
import type { GenericOAuthConfig } from 'better-auth/plugins'
import { BoundedMap } from '#platform/server/bounded-map.ts'

/** Both moments lie in one request; what a refused sign-in leaves behind is pushed out by the next ones. */
const NOTED_AT_ONCE = 200

export interface ProviderEmails {
  note(providerId: string, accountId: string, email: string): void
  take(providerId: string, accountId: string): string | undefined
}

export function createProviderEmails(): ProviderEmails {
  const noted = new BoundedMap<string, string>(NOTED_AT_ONCE)
  const keyOf = (providerId: string, accountId: string) => `${providerId} ${accountId}`
  return {
    note: (providerId, accountId, email) => void noted.set(keyOf(providerId, accountId), email),
    take: (providerId, accountId) => {
      const email = noted.get(keyOf(providerId, accountId))
      noted.delete(keyOf(providerId, accountId))
      return email
    },
  }
}

/** The same provider, whose owners' addresses are noted as they are read. */
export const notingEmails = (config: GenericOAuthConfig, emails: ProviderEmails): GenericOAuthConfig => ({
  ...config,
  mapProfileToUser: (profile) => {
    const accountId = profile.sub ?? profile.id
    if (profile.email) emails.note(config.providerId, String(accountId), profile.email)
    return {}
  },
})
