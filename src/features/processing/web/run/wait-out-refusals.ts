// For uploads and runs that a page begins one after the other by itself: refusals that pass are waited out.
import { codeOf } from '#platform/web/http/code-of.ts'
import { isRefusal } from '#platform/web/http/repeat-call.ts'
import { waitFor } from '#platform/web/http/wait-for.ts'
import { BATCH_RETRY_MS, willPass } from '#rulebook/runs/batch.ts'

/** Waits for the place that a run elsewhere takes, and for the next minute of calls. Throws every other refusal, or the signal's reason. */
export async function waitOutRefusals<T>(call: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await call()
    } catch (error) {
      if (!isRefusal(error) || !willPass(codeOf(error))) throw error
      await waitFor(BATCH_RETRY_MS, signal)
    }
  }
}
