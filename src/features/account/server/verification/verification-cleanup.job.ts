// Codes that nobody can use any more, old delivery answers of the SMS gateway and counters whose window is over are removed every hour.
// With them goes what requests have spent (spent.store.ts). They hold phone numbers and addresses, so they stay no longer than their use (document 1
// §9; C-15 only bounds it).
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/database.ts'
import { SHORT_LIMITS_KEPT_MS } from '#platform/server/rate-limit/rate-limiter.ts'
import { CODE_DAILY_WINDOW_MS, CODE_KEPT_MS, SMS_ANSWERS_KEPT_MS } from '#rulebook/account/verification-code.ts'
import { forgetEndedDevices } from '../profile/device.store.ts'
import { removeOldSecurityEvents } from '../security/security-event.store.ts'
import { removeOldSpent } from '../sign-in/spent.store.ts'

export const VERIFICATION_CLEANUP_QUEUE = 'verification-cleanup'
export const VERIFICATION_CLEANUP_CRON = '17 * * * *'

interface CleanUpParts {
  readonly database: Database
  readonly clock: Clock
}

/** All that the job does. */
export async function removeOldTraces(parts: CleanUpParts): Promise<void> {
  await removeOldCodes(parts)
  await removeOldSecurityEvents(parts.database, parts.clock.now())
  await forgetEndedDevices(parts.database, parts.clock.now())
}

export async function removeOldCodes({ database, clock }: CleanUpParts): Promise<void> {
  const nowMs = clock.now().getTime()
  await removeOldSpent(database, clock.now())
  await database.query('delete from verification_codes where expires_at < $1', [new Date(nowMs - CODE_KEPT_MS)])
  await database.query('delete from sms_verification_codes where created_at < $1', [
    new Date(nowMs - SMS_ANSWERS_KEPT_MS),
  ])
  await database.query('delete from verification_limits where last_request < $1', [nowMs - CODE_DAILY_WINDOW_MS])
  await database.query('delete from auth_rate_limits where last_request < $1', [nowMs - SHORT_LIMITS_KEPT_MS])
}
