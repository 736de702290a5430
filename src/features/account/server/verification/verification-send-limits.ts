// How often codes may be sent (document 1 §9; C-35): per target within minutes, and per target, account and network address within a day.
// A reached limit always refuses. Only an error of the check itself lets the sending go on; a simple count per address in this
// process's memory then still holds.
import { BoundedMap } from '#platform/server/bounded-map.ts'
import type { Clock } from '#platform/server/clock.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import type { RateLimiter } from '#platform/server/rate-limit/rate-limiter.ts'
import { CODE_DAILY_LIMITS, CODE_DAILY_WINDOW_MS } from '#rulebook/account/verification-code.ts'
import type { CodeSubject } from './verification-code.store.ts'

/** Sends from one address within the window; generous, because people behind one mobile gateway share an address. */
const ADDRESS_SENDS = 30
const ADDRESS_WINDOW_MS = 10 * 60_000
/** More addresses than this are forgotten, the oldest first, so that nobody fills the memory. */
const COUNTED_ADDRESSES = 10_000

export interface Sender {
  /** Address of the network. */
  readonly address: string
  /** Id of the browser, where this target has signed in in it before: nobody else uses up what it has for itself. */
  readonly browser: string | undefined
}

/** Throws ServiceError `code-daily-limit`, or the database's own error when it cannot count. */
export async function demandDailyRoom(
  limiter: RateLimiter,
  { targetType, target, userId }: CodeSubject,
  { address, browser }: Sender,
): Promise<void> {
  const has = (key: string, max: number) => limiter.consume(key, { max, windowMs: CODE_DAILY_WINDOW_MS })
  const isAllowed =
    ((await has(`code-target:${targetType}:${target}`, CODE_DAILY_LIMITS.target)) ||
      (browser !== undefined &&
        (await has(`code-known:${browser}:${targetType}:${target}`, CODE_DAILY_LIMITS.known)))) &&
    (await has(`code-address:${address}`, CODE_DAILY_LIMITS.address)) &&
    (userId === null || (await has(`code-account:${userId}`, CODE_DAILY_LIMITS.account)))
  if (!isAllowed) throw new ServiceError('code-daily-limit')
}

export interface AddressCounter {
  /** Counts one send; false when the address had its share. */
  consume(address: string): boolean
}

/** Needs no database, so it holds while that one fails. */
export function createAddressCounter(clock: Clock): AddressCounter {
  const windows = new BoundedMap<string, { startMs: number; count: number }>(COUNTED_ADDRESSES)
  return {
    consume: (address) => {
      const nowMs = clock.now().getTime()
      const known = windows.get(address)
      // One that began in the future began before the clock was set back.
      const isOver = !known || known.startMs <= nowMs - ADDRESS_WINDOW_MS || known.startMs > nowMs
      const entry = isOver ? { startMs: nowMs, count: 1 } : { ...known, count: known.count + 1 }
      if (isOver) windows.delete(address)
      windows.set(address, entry)
      return entry.count <= ADDRESS_SENDS
    },
  }
}
