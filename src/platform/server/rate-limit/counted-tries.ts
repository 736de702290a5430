// An attempt at a secret (password, code, coupon) is counted before it is compared, so that parallel guesses cannot exceed a limit. When the service then
// fails the request, the guess was not answered, and the attempt is given back: a database outage must not lock people out.
// TRAP: only an answer of 500 and above gives back. A wrong guess is an answer of the 400s, whether its sender waits for it or not.
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { Log } from '../log.ts'
import { untilDone } from '../until-done.ts'
import type { RateLimit, RateLimiter } from './rate-limiter.ts'

type Work = () => Promise<void>

interface Attempts {
  readonly id: string
  /** Writes a count: the number is right whenever it arrives. */
  readonly counts: Work[]
  /** Writes a state: only before the answer, since whoever tries again after it stands on what is there by then. */
  readonly states: Work[]
  /** The answer says so in other ways than by its status. */
  hasFailed: boolean
}

const FAILED_FROM = 500
/** The cause may last: a failover of the database takes time. */
const GIVE_BACK_TRIES = 30
const RESTORE_TRIES = 4
/** Nobody waits longer for the answer that something failed. */
const RESTORE_MS = 5000

const current = new AsyncLocalStorage<Attempts>()

/** By which what a request spends is known as its own; outside of a request each use stands alone. */
export const currentRequest = (): string => current.getStore()?.id ?? randomUUID()

/** Counts one try; false when there were too many. */
export async function countTry(limiter: RateLimiter, key: string, limit: RateLimit): Promise<boolean> {
  const isAllowed = await limiter.consume(key, limit)
  if (isAllowed) giveBackIfServiceFails(() => limiter.giveBack(key))
  return isAllowed
}

/** For tries that are counted elsewhere; outside of a request nothing is given back. */
export const giveBackIfServiceFails = (giveBack: Work): void => void current.getStore()?.counts.push(giveBack)

/**
 * For what serves once and was spent for nothing. It is put back before the answer or not at all. Of several the last is the first.
 */
export const restoreIfServiceFails = (restore: Work): void => void current.getStore()?.states.unshift(restore)

/** For an answer that has another status than 500, as a redirect to a page that says so. */
export function noteServiceFailure(): void {
  const attempts = current.getStore()
  if (attempts) attempts.hasFailed = true
}

/** Around one request. */
export const givingBackTries = (log: Log) => async (context: { res: Response }, next: () => Promise<void>) => {
  const attempts: Attempts = { id: randomUUID(), counts: [], states: [], hasFailed: false }
  await current.run(attempts, next)
  if (context.res.status < FAILED_FROM && !attempts.hasFailed) return
  for (const giveBack of attempts.counts)
    void untilDone(giveBack, GIVE_BACK_TRIES).catch((err: unknown) =>
      log.warn({ err }, 'a try that the service failed stays counted'),
    )
  await restoreAll(attempts.states, log)
}

async function restoreAll(states: readonly Work[], log: Log): Promise<void> {
  const untilMs = performance.now() + RESTORE_MS
  const isInTime = () => performance.now() < untilMs
  for (const restore of states) {
    // A database that is away lets each wait: the first of them has taken the time of all.
    const restored = isInTime() ? untilDone(restore, RESTORE_TRIES, isInTime) : Promise.reject(new Error('out of time'))
    await restored.catch((err: unknown) => log.warn({ err }, 'what a failed request had spent stays spent'))
  }
}
