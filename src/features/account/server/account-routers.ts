// The procedures of accounts, each router with what it needs of the base.
import { removeFolder } from '#platform/server/storage/object-storage.ts'
import { accountName } from '#rulebook/account/placeholder-address.ts'
import { AVATAR_CATEGORY } from '#rulebook/pictures/storage-layout.ts'
import type { AccountBase } from './account-base.ts'
import { createAccountRouter } from './account-router.ts'
import { hasPassword } from './login-methods/login-method.store.ts'
import { createLoginMethodRouter } from './login-methods/login-methods.ts'
import { createMergeRouter } from './merge/merge-router.ts'
import { createPasskeyRouter } from './passkeys/passkeys.ts'
import type { PhoneAccount } from './phone/phone-account.ts'
import { getOrCreateProfile } from './profile/profile.store.ts'
import { hasAcceptedTerms } from './profile/terms.store.ts'
import { noteSignIn } from './security/note-sign-in.ts'
import { sendLoginCode } from './sign-in/login-code.ts'
import { exchangeSession } from './sign-in/session-exchange.ts'
import { createRecovery } from './sign-in/verification-recovery.ts'

/** The profile of somebody who is signed in; made where it is missing. */
export const profileOf = async (
  { database, onSignUp }: Pick<AccountBase, 'database' | 'onSignUp'>,
  userId: string,
) => ({
  ...(await getOrCreateProfile(database, userId, onSignUp)),
  terms_due: !(await hasAcceptedTerms(database, userId)),
})

/** `phone` has a plain route, too. */
export const createAccountRouters = (base: AccountBase, phone: PhoneAccount) => ({
  router: openAccountRouter(base, phone),
  loginMethodRouter: createLoginMethodRouter({
    ...base,
    hasPassword: (userId) => hasPassword(base.database, userId),
    notifyOwner: (email) => base.inBackground(base.emails.sendLoginMethodsChanged(email)),
  }),
  passkeyRouter: createPasskeyRouter({
    database: base.database,
    auth: base.auth,
    proveOwner: base.proveForFactors,
    hasPassword: (userId) => hasPassword(base.database, userId),
    notifyOwner: (email) => base.inBackground(base.emails.sendPasskeysChanged(email)),
  }),
  mergeRouter: openMergeRouter(base),
})

function openAccountRouter(base: AccountBase, phone: PhoneAccount) {
  const { database, settings, auth, emailChanges } = base
  const now = () => base.clock.now()
  return createAccountRouter({
    ...base,
    sendsSms: base.sms !== undefined,
    phone: { phone, proveOwner: base.proveOwner, profileOf: (userId) => profileOf(base, userId) },
    mailedCodes: {
      recovery: createRecovery(base),
      mailLoginCode: (email, asker) => sendLoginCode(base, email, asker),
    },
    wechat: settings.wechat,
    profileOf: (userId) => profileOf(base, userId),
    exchange: async (headers) =>
      exchangeSession(
        {
          auth: await auth(),
          database,
          tokens: base.tokens,
          publicOrigin: settings.publicOrigin,
          now,
          noteSignIn: (...signIn) => noteSignIn(base, ...signIn),
        },
        headers,
      ),
    emailChangeStep: async (headers) =>
      emailChanges.stepIn(headers, (await (await auth()).api.getSession({ headers }))?.user.email),
    sessionIdOf: async (headers, userId) => (await base.signInOf(headers, userId))?.id,
    now,
  })
}

function openMergeRouter(base: AccountBase) {
  const { emails, inBackground } = base
  return createMergeRouter({
    ...base,
    // Passkeys of the other account come along.
    proveOwner: base.proveForFactors,
    afterMerge: async (mergedId, { primaryEmail, mergedEmail, ...merged }) => {
      inBackground(emails.sendOtherAccountMerged(primaryEmail, accountName(mergedEmail), merged.credits))
      inBackground(emails.sendAccountMerged(mergedEmail, accountName(primaryEmail), merged))
      await removeFolder(base.storage, `${AVATAR_CATEGORY}/${mergedId}`)
    },
  })
}
