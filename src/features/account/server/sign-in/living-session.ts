// Whether the session behind an access token still lives: sign-out, a new password and a ban end it, and the token with it. Asked with
// every call, by primary keys: a token that outlived its session would keep open what its owner has closed.
import type { Database } from '#platform/server/database/database.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import { isBanned } from '#rulebook/credits/tiers.ts'

interface Standing {
  readonly session: string | null
  /** Null before the first call has made the profile. */
  readonly userType: string | null
  readonly status: string | null
}

/** Throws ServiceError `banned`, or `session-expired` when the session was ended or belongs to somebody else. */
export async function demandLivingSession(database: Database, { userId, signInId }: Caller, now: Date): Promise<void> {
  const [found] = await database.query<Standing>(
    `select (select id from auth_sessions where id = $1 and user_id = $2 and expires_at > $3) as session,
            profile.user_type as "userType", profile.status
       from (select 1) as one left join user_profiles profile on profile.id = $2`,
    [signInId, userId, now],
  )
  if (isBannedStanding(found)) throw new ServiceError('banned')
  if (!found?.session) throw new ServiceError('session-expired')
}

/** Whether this person may be signed in at all. */
export async function isBannedUser(database: Database, userId: string): Promise<boolean> {
  const [found] = await database.query<Standing>(
    `select null as session, user_type as "userType", status from user_profiles where id = $1`,
    [userId],
  )
  return isBannedStanding(found)
}

const isBannedStanding = (found: Standing | undefined): boolean =>
  typeof found?.userType === 'string' && isBanned({ userType: found.userType, status: found.status })
