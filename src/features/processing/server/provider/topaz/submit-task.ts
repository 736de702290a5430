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
  /** Taken from us just now. */
  readonly isNew?: boolean
}

/** Where a run stands with the vendor. */
export interface SentTask {
  /** The vendor may have accepted a task of this run, whether or not we learnt its id. */
  mayHaveTask: boolean
}

/** Repeats what passes until the run's signal ends it, and notes in `sent` what may be there. Throws TopazError for what does not pass. */
export async function submitTask(
  client: TopazClient,
  timing: TopazTiming,
  order: SubmitOrder,
  sent: SentTask,
  run: Pick<ProviderRun, 'signal' | 'remembered' | 'remember'>,
): Promise<AcceptedTask> {
  const { signal, remembered } = run
  if (remembered.remoteTaskId) return { id: remembered.remoteTaskId }
  const backoffMs = createBackoff(timing.retryMinMs, timing.retryMaxMs)
  // What a killed worker has sent may still be in transit to the vendor: the task list shows it a little later.
  if (sent.mayHaveTask) await delay(timing.settleMs, undefined, { signal })
  else await run.remember({ isSubmitting: true })
  for (;;) {
    try {
      const found = sent.mayHaveTask ? await client.findByFilename(order.file.name, signal) : undefined
      const task = found ? { id: found.process_id, eta: found.eta } : await submitOnce(client, order, sent, signal)
      await run.remember({ remoteTaskId: task.id })
      return task
    } catch (error) {
      if (!(error instanceof TopazError) || !error.isPassing) throw error
      await delay(Math.max(backoffMs(), sent.mayHaveTask ? timing.settleMs : 0), undefined, { signal })
    }
  }
}

async function submitOnce(
  client: TopazClient,
  { path, fields, file }: SubmitOrder,
  sent: SentTask,
  signal: AbortSignal,
): Promise<AcceptedTask> {
  sent.mayHaveTask = true
  try {
    const { process_id, eta } = await client.submit(path, fields, file, signal)
    return { id: process_id, eta, isNew: true }
  } catch (error) {
    if (error instanceof TopazError) sent.mayHaveTask = error.mayBeAccepted
    throw error
  }
}
