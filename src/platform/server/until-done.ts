// Work after an answer that must survive a database which is away for a while: retried, soon at first.
import { setTimeout as delay } from 'node:timers/promises'

const FIRST_MS = 100
const LONGEST_MS = 2000

/** Throws what the last try threw. */
export async function untilDone(
  work: () => Promise<void>,
  tries: number,
  isWorthwhile: (error: unknown) => boolean = () => true,
): Promise<void> {
  for (let tried = 1, waitMs = FIRST_MS; ; tried += 1, waitMs = Math.min(LONGEST_MS, waitMs * 2)) {
    try {
      return await work()
    } catch (error) {
      if (tried === tries || !isWorthwhile(error)) throw error
      // The process may end meanwhile.
      await delay(waitMs, undefined, { ref: false })
    }
  }
}
