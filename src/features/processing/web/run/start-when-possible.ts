// For runs that a page starts one after the other by itself: refusals that pass are waited out.
import { isRefusal } from '#platform/web/http/repeat-call.ts'
import { waitFor } from '#platform/web/http/wait-for.ts'
import { BATCH_RETRY_MS, willPass } from '#rulebook/runs/batch.ts'
import type { Job } from '../../contract.ts'

/** Waits for the place that a run elsewhere takes. Throws every other refusal, or the signal's reason. */
export async function startWhenPossible(start: () => Promise<Job>, signal: AbortSignal): Promise<Job> {
  for (;;) {
    try {
      return await start()
    } catch (error) {
      const { code } = Object(error) as { code?: unknown }
      if (!isRefusal(error) || !willPass(code)) throw error
      await waitFor(BATCH_RETRY_MS, signal)
    }
  }
}
