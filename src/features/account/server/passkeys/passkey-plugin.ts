// Passkeys by Better Auth's plugin (decision 0047), and around it what it leaves open: the device must have checked its person (a passkey
// signs in past password and second factor, so it has to be both), and adding or removing one goes through our own calls alone.
import { type PasskeyOptions, passkey } from '@better-auth/passkey'
import { APIError } from 'better-auth/api'
import { eq } from 'drizzle-orm'
import type { Database } from '#platform/server/database/database.ts'
import { notingOwn } from '../sign-in/failed-database.ts'
import { authPasskeys } from '../tables.ts'

/** They add, show and remove without a proof of the owner, a limit or an email. */
export const CLOSED_PASSKEY_ROUTES = [
  '/passkey/generate-register-options',
  '/passkey/verify-registration',
  '/passkey/list-user-passkeys',
  '/passkey/delete-passkey',
  '/passkey/update-passkey',
]

export const passkeyPlugin = (database: Database) =>
  passkey({
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: { afterVerification: ({ verification }) => demandCheckedPerson(verification.registrationInfo) },
    authentication: {
      afterVerification: async ({ verification, clientData }) => {
        demandCheckedPerson(verification.authenticationInfo)
        await notingOwn(() => noteUse(database, clientData.id))
      },
    },
  } satisfies PasskeyOptions)

/** TRAP: the plugin asks for the check and takes the answer of a device that made none. */
function demandCheckedPerson(info: { readonly userVerified: boolean } | undefined): void {
  if (!info?.userVerified) throw new APIError('UNAUTHORIZED', { code: 'passkey-failed' })
}

async function noteUse(database: Database, credentialID: string): Promise<void> {
  await database.orm
    .update(authPasskeys)
    .set({ lastUsedAt: new Date() })
    .where(eq(authPasskeys.credentialID, credentialID))
}
