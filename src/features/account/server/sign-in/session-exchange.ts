// The session cookie becomes an access token (architecture §3; document 1 §3, §7 "Get the current session").

import type { Database } from '#platform/server/database/database.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import { realAddress } from '#rulebook/account/placeholder-address.ts'
import { AVATAR_CATEGORY } from '#rulebook/pictures/storage-layout.ts'
import type { AuthUser, Session } from '../../contract.ts'
import { primaryMethodOf } from '../login-methods/login-method.store.ts'
import { boundPhoneOf } from '../phone/phone-profile.store.ts'
import { markDeviceSeen } from '../profile/device.store.ts'
import type { NotedSignIn, UsedSession } from '../security/note-sign-in.ts'
import { ACCESS_TOKEN_LIFETIME_MS, type AccessTokens } from './access-token.ts'
import type { Auth } from './auth.ts'
import { isOwnOrigin } from './own-origin.ts'

export interface ExchangeParts {
  readonly auth: Auth
  readonly database: Database
  readonly tokens: AccessTokens
  readonly publicOrigin: string
  readonly now: () => Date
  readonly noteSignIn: (headers: Headers, user: NotedUser, session: UsedSession) => Promise<NotedSignIn>
}
type NotedUser = { readonly id: string; readonly email: string; readonly emailVerified: boolean }
export interface Exchanged {
  readonly session: Session | null
  /** Set when the cookie's life was prolonged. */
  readonly cookies: readonly string[]
}

/** Only our own pages may exchange; null without a living session. */
export async function exchangeSession(parts: ExchangeParts, headers: Headers): Promise<Exchanged> {
  if (!isOwnOrigin(headers, parts.publicOrigin)) throw new ServiceError('forbidden')
  const found = await parts.auth.api.getSession({ headers, returnHeaders: true })
  const cookies = found.headers.getSetCookie()
  if (!found.response) return { session: null, cookies }
  const { user, session } = found.response
  await markDeviceSeen(parts.database, session.id, parts.now())
  const noted = await parts.noteSignIn(headers, user, session)
  const { token, expiresAt } = await parts.tokens.issue(user.id, session.id)
  const provider = await primaryMethodOf(parts.database, user.id)
  return {
    session: {
      access_token: token,
      expires_at: expiresAt.toISOString(),
      expires_in: ACCESS_TOKEN_LIFETIME_MS / 1000,
      user: toAuthUser(user, provider, await boundPhoneOf(parts.database.orm, user.id)),
      ...(noted.isDeletionUndone && { deletion_undone: true }),
    },
    cookies: [...cookies, ...noted.cookies],
  }
}

type StoredUser = NonNullable<Awaited<ReturnType<Auth['api']['getSession']>>>['user']

const toAuthUser = (user: StoredUser, provider: string, phone: string | null): AuthUser => ({
  id: user.id,
  email: realAddress(user.email),
  email_confirmed_at: user.emailConfirmedAt?.toISOString() ?? null,
  phone,
  user_metadata: { full_name: user.name || undefined, avatar_url: ownPicture(user.image) },
  app_metadata: { provider },
})

/** Until it is kept here (first-picture.ts) the address is a third party's, which no page may ask. */
const ownPicture = (image: string | null | undefined): string | undefined =>
  image?.startsWith(`/${AVATAR_CATEGORY}/`) ? image : undefined
