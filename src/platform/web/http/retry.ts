// The documents' retry helper: 3 attempts, 1 s, backoff 1.5 (document 1 §7, §9). Only for work that may be repeated (C-43).
import { RETRY_ATTEMPTS, retryDelayMs } from '#rulebook/site/timing.ts'
import { waitFor } from './wait-for.ts'

/** Returns the first success; after the last attempt its error is thrown. A fired signal ends the waiting at once. */
export async function retry<T>(work: (attempt: number) => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work(attempt)
    } catch (error) {
      if (attempt >= RETRY_ATTEMPTS || signal?.aborted) throw error
    }
    await waitFor(retryDelayMs(attempt), signal)
  }
}
