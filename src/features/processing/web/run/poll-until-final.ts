// Asking for the state of an async run as documented: every 5 s; a failed question again after 2 s; the third failure in a
// row is thrown (document 2 §7–§9; C-13, U-55).
import { waitFor } from '#platform/web/http/wait-for.ts'
import { POLL_INTERVAL_MS, POLL_MAX_FAILURES, POLL_RETRY_DELAY_MS, type PollLimit } from '#rulebook/runs/polling.ts'

export interface Polling<Answer> {
  readonly ask: () => Promise<Answer>
  readonly onAnswer: (answer: Answer) => void
  readonly isFinal: (answer: Answer) => boolean
  /** Whether asking again after this failure would bring the same one; without it every failure is tried again. */
  readonly isHopeless?: (error: unknown) => boolean
  readonly limit: PollLimit
  readonly signal?: AbortSignal
  /** What is thrown when the limit is reached. */
  readonly atLimit: () => Error
}

/** The first final answer. */
export async function pollUntilFinal<Answer>(polling: Polling<Answer>): Promise<Answer> {
  const { limit, signal } = polling
  const startedAtMs = Date.now()
  let failures = 0
  for (let attempt = 1; attempt <= limit.maxAttempts && Date.now() - startedAtMs < limit.timeoutMs; attempt++) {
    try {
      const answer = await polling.ask()
      failures = 0
      polling.onAnswer(answer)
      if (polling.isFinal(answer)) return answer
    } catch (error) {
      failures += 1
      if (signal?.aborted || polling.isHopeless?.(error) || failures >= POLL_MAX_FAILURES) throw error
    }
    await waitFor(failures === 0 ? POLL_INTERVAL_MS : POLL_RETRY_DELAY_MS, signal)
  }
  throw polling.atLimit()
}
