// Verification codes (document 1 §4, §7 "Verification logic", §8, §9; C-34, C-35; VERIF rows). Sending: limits → record → delivery, and the
// record goes when the delivery fails. Checking: the newest living record of exactly this target, purpose and person or browser; the try is counted
// and committed before anything is compared, so a caller's rollback gives no try back; a request that the service failed does (counted-tries.ts). The
// proof is spent inside the caller's transaction.

import { createHmac, randomInt, randomUUID } from 'node:crypto'
import type { Clock } from '#platform/server/clock.ts'
import type { Database, Queryable } from '#platform/server/database/database.ts'
import { networkOf } from '#platform/server/http/client-address.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import { isEqualSecret } from '#platform/server/is-equal-secret.ts'
import type { Log } from '#platform/server/log.ts'
import { giveBackIfServiceFails, restoreIfServiceFails } from '#platform/server/rate-limit/counted-tries.ts'
import { createLongRateLimiter, type RateLimiter } from '#platform/server/rate-limit/rate-limiter.ts'
import { CODE_ALPHABETS, CODE_CHARACTERS, checkCodeFormat, normalizeCode } from '#rulebook/account/verification-code.ts'
import { createKnownBrowsers } from '../sign-in/known-browser.ts'
import { type AskingRequest, createAskingBrowsers } from './asking-browser.ts'
import {
  type CodeSubject,
  countAttempt,
  discardCode,
  findValidCode,
  insertCode,
  lockTarget,
  markUnused,
  markUsed,
  mayBeSent,
  returnAttempt,
} from './verification-code.store.ts'
import { createAddressCounter, demandDailyRoom } from './verification-send-limits.ts'

export interface CodeDelivery {
  readonly clientAddress: string
  /** Request for a subject without a person: the answer to this request makes the browser the one in which the code is good. */
  readonly asking?: AskingRequest
  /** Hands the code to its target; `recordId` is the row. Throws when it did not leave. */
  readonly deliver: (code: string, recordId: string) => Promise<void>
}
/** A right code, not yet spent. */
export interface ProvenCode {
  readonly recordId: string
}
export interface VerificationCodes {
  /** Throws ServiceError `code-too-often` or `code-daily-limit`, and whatever the delivery throws. */
  send(subject: CodeSubject, delivery: CodeDelivery): Promise<void>
  /** Sends the very code that the caller names, if it is the living one of this subject (U-33); counts as a try and as a send. */
  resend(subject: CodeSubject, code: string, delivery: CodeDelivery): Promise<void>
  /**
   * Counts one try. Throws ServiceError `code-incomplete`, `code-invalid` or `code-attempts`, and `code-other-browser` where a subject without a person
   * is asked with the headers of a browser that asked for no such code.
   */
  check(subject: CodeSubject, code: string, headers?: Headers): Promise<ProvenCode>
  /** Spends a right code; once, also when two requests come with the same one, unless the service fails the request. Throws `code-invalid`. */
  spend(db: Queryable, proven: ProvenCode): Promise<void>
  /** For deliveries that fail after their answer. */
  discard(recordId: string): Promise<void>
  /** Long-lived counters beside the codes, e.g. of proofs that count once. */
  readonly counters: RateLimiter
}
export interface VerificationParts {
  readonly database: Database
  readonly clock: Clock
  readonly secret: string
  readonly publicOrigin: string
  readonly log: Log
  /** Replaced by tests. */
  readonly counters?: RateLimiter
}

export function createVerificationCodes(parts: VerificationParts): VerificationCodes {
  const { database, clock, log } = parts
  const counters = parts.counters ?? createLongRateLimiter(database, clock)
  const addresses = createAddressCounter(clock)
  const hashOf = hasherOf(parts.secret)
  const { askedIn, noteAsked } = createAskingBrowsers(parts)
  const { knownAs } = createKnownBrowsers(parts)

  /** The record of one code to be sent, after all limits. */
  const admit = async (
    subject: CodeSubject,
    { clientAddress, asking }: CodeDelivery,
    code: string,
  ): Promise<string> => {
    const address = networkOf(clientAddress)
    if (!addresses.consume(address)) throw new ServiceError('code-too-often')
    // Whoever is signed in anywhere could use up what this browser has for signing in.
    const browser = subject.userId === null ? await knownAs(asking?.headers, subject.target) : undefined
    const insert = (db: Queryable) => insertCode(db, subject, hashOf(subject, code), clock.now())
    const demandRoom = async (db: Queryable) => {
      if (!(await mayBeSent(db, subject, clock.now()))) throw new ServiceError('code-too-often')
    }
    try {
      // Looked at first without a lock, so that a send which is refused anyway takes nothing from the day.
      await demandRoom(database.orm)
      await demandDailyRoom(counters, subject, { address, browser })
      return await database.orm.transaction(async (tx) => {
        await lockTarget(tx, subject)
        await demandRoom(tx)
        return insert(tx)
      })
    } catch (error) {
      if (error instanceof ServiceError) throw error
      log.error(
        { err: error, targetType: subject.targetType },
        'limits of codes could not be checked; the code is sent',
      )
      return insert(database.orm)
    }
  }

  const send = async (subject: CodeSubject, delivery: CodeDelivery, code = makeCode(subject)) => {
    const { deliver, asking } = delivery
    const recordId = await admit(subject, delivery, code)
    try {
      await deliver(code, recordId)
    } catch (error) {
      await discardCode(database, recordId)
      throw error
    }
    if (asking && subject.userId === null) await noteAsked(asking, subject, recordId)
  }

  const check = async (subject: CodeSubject, input: string, headers = new Headers()): Promise<ProvenCode> => {
    const code = normalizeCode(input, subject.targetType)
    if (code === '' || subject.target === '') throw new ServiceError('code-incomplete')
    const asked = await askedIn(headers, subject)
    const row = await findValidCode(database.orm, subject, asked, clock.now())
    // Whether others wait for one is not said.
    const isElsewhere = subject.userId === null && asked.length === 0
    if (!row) throw new ServiceError(isElsewhere ? 'code-other-browser' : 'code-invalid')
    if (!(await countAttempt(database.orm, row.id))) throw new ServiceError('code-attempts')
    giveBackIfServiceFails(() => returnAttempt(database.orm, row.id))
    const isRight = !checkCodeFormat(code, subject.targetType) && isEqualSecret(hashOf(subject, code), row.code)
    if (isRight) return { recordId: row.id }
    throw new ServiceError(row.attempts + 1 >= row.maxAttempts ? 'code-attempts' : 'code-invalid')
  }

  const spend = async (db: Queryable, { recordId }: ProvenCode): Promise<void> => {
    // What the code was for may have failed behind it, or its answer was lost: the same code is right once more.
    const usedBy = randomUUID()
    restoreIfServiceFails(() => markUnused(database.orm, recordId, usedBy))
    if (!(await markUsed(db, recordId, usedBy, clock.now()))) throw new ServiceError('code-invalid')
  }

  return {
    counters,
    send: (subject, delivery) => send(subject, delivery),
    resend: async (subject, code, delivery) => {
      await check(subject, code)
      await send(subject, delivery, normalizeCode(code, subject.targetType))
    },
    check,
    spend,
    discard: (recordId) => discardCode(database, recordId),
  }
}

const makeCode = ({ targetType }: CodeSubject): string => {
  const alphabet = CODE_ALPHABETS[targetType]
  return Array.from({ length: CODE_CHARACTERS }, () => alphabet[randomInt(alphabet.length)]).join('')
}

/** Bound to target and purpose, so a row that is copied or changed by hand fits no other. */
function hasherOf(secret: string): (subject: CodeSubject, code: string) => string {
  const key = createHmac('sha256', secret).update('verification code').digest()
  return ({ targetType, target, purpose }, code) =>
    createHmac('sha256', key).update([targetType, target, purpose, code].join('\n')).digest('base64url')
}
