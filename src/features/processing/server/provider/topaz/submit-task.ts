// A run becomes one task at the vendor, never two: there is no idempotency key, so before anything is sent again the vendor's list is asked
// for the file of this job (Topaz contract §7 "Double-submit hazard").
import { setTimeout as delay } from 'node:timers/promises'
import type { ProviderRun } from '../provider.ts'
import type { SentFile } from './send-form.ts'
import type { TopazClient } from './topaz-client.ts'
import { TopazError } from './topaz-errors.ts'
import type { TopazFields } from './topaz-models.ts'
import { createBackoff, type TopazTiming } from './topaz-timing.ts'

export interface SubmitOrder {
  readonly path: string
  readonly fields: TopazFields
  readonly file: SentFile
}

export interface AcceptedTask {
  readonly id: string
  /** Unix seconds; absent for a task that an earlier attempt sent. */
  readonly eta?: number | undefined
}

/** Repeats what passes until the run's signal ends it. Throws TopazError for what does not pass. */
export async function submitTask(
  client: TopazClient,
  timing: TopazTiming,
  order: SubmitOrder,
  run: Pick<ProviderRun, 'signal' | 'remembered' | 'remember'>,
): Promise<AcceptedTask> {
  const { signal, remembered } = run
  if (remembered.remoteTaskId) return { id: remembered.remoteTaskId }
  const backoffMs = createBackoff(timing.retryMinMs, timing.retryMaxMs)
  let isMaybeThere = remembered.isSubmitting === true
  // What a killed worker has sent may still be in transit to the vendor: the task list shows it a little later.
  if (isMaybeThere) await delay(timing.settleMs, undefined, { signal })
  else await run.remember({ isSubmitting: true })
  for (;;) {
    try {
      const found = isMaybeThere ? await client.findByFilename(order.file.name, signal) : undefined
      isMaybeThere = false
      const task = found
        ? { id: found.process_id, eta: found.eta }
        : await client
            .submit(order.path, order.fields, order.file, signal)
            .then(({ process_id, eta }) => ({ id: process_id, eta }))
      await run.remember({ remoteTaskId: task.id })
      return task
    } catch (error) {
      if (!(error instanceof TopazError) || !error.isPassing) throw error
      isMaybeThere ||= error.mayBeAccepted
      await delay(Math.max(backoffMs(), isMaybeThere ? timing.settleMs : 0), undefined, { signal })
    }
  }
}
