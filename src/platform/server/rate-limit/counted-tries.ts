// An attempt at a secret (password, code, coupon) is counted before it is compared, so that parallel guesses cannot exceed a limit. When the service then
// fails the request, the guess was not answered, and the attempt is given back: a database outage must not lock people out.
// TRAP: only an answer of 500 and above gives back. A wrong guess is an answer of the 400s, whether its sender waits for it or not.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Log } from '../log.ts'
import { untilDone } from '../until-done.ts'
import type { RateLimit, RateLimiter } from './rate-limiter.ts'

type GiveBack = () => Promise<void>

const FAILED_FROM = 500
/** The cause may last: a failover of the database takes time. */
const GIVE_BACK_TRIES = 30

const counted = new AsyncLocalStorage<GiveBack[]>()

/** Counts one try; false when there were too many. */
export async function countTry(limiter: RateLimiter, key: string, limit: RateLimit): Promise<boolean> {
  const isAllowed = await limiter.consume(key, limit)
  if (isAllowed) ifServiceFails(() => limiter.giveBack(key))
  return isAllowed
}

/** For tries that are counted elsewhere, and what serves once and was spent for nothing; outside of a request nothing is given back. */
export const ifServiceFails = (giveBack: GiveBack): void => void counted.getStore()?.push(giveBack)

/** Around one request. */
export const givingBackTries = (log: Log) => async (context: { res: Response }, next: () => Promise<void>) => {
  const tries: GiveBack[] = []
  await counted.run(tries, next)
  if (context.res.status < FAILED_FROM) return
  for (const giveBack of tries)
    void untilDone(giveBack, GIVE_BACK_TRIES).catch((err: unknown) =>
      log.warn({ err }, 'a try that the service failed stays counted'),
    )
}
