// The runs of this process while the vendor may have their tasks: what is asked of it when a person cancels (Topaz contract §5), and when a run ends
// without a result.
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '#platform/server/log.ts'
import type { ProviderMemory } from '../provider.ts'
import type { SentTask } from './submit-task.ts'
import type { TopazClient } from './topaz-client.ts'
import type { TopazTiming } from './topaz-timing.ts'

/** A run of this process, so that it can be cancelled and let go. */
export interface OpenRun extends SentTask {
  taskId?: string | undefined
  /** The task has ended at the vendor: nothing is left to stop. */
  isOver?: boolean
  /** Settles when a submit under way has been answered or has failed. */
  submitting?: Promise<unknown>
}

export interface RunParts {
  readonly client: TopazClient | undefined
  /** A run that failed stays until somebody lets go of it. */
  readonly runs: Map<string, OpenRun>
  readonly timing: TopazTiming
  readonly log: Log
}

/** How long a cancel waits for the vendor's word. */
const CANCEL_TIMEOUT_MS = 4000

export const fileNameOf = (jobId: string, format: 'jpeg' | 'png'): string =>
  `job_${jobId}.${format === 'jpeg' ? 'jpg' : 'png'}`

export const openRunOf = ({ remoteTaskId, isSubmitting = false }: ProviderMemory): OpenRun => ({
  taskId: remoteTaskId,
  mayHaveTask: isSubmitting || remoteTaskId !== undefined,
})

/** The vendor stops the task, or says that it is too late (Topaz contract §5). A run may not be with us yet that an earlier attempt has sent. */
export async function cancelTask(
  { client, runs }: RunParts,
  jobId: string,
  remembered: ProviderMemory,
): Promise<boolean> {
  const open = runs.get(jobId) ?? openRunOf(remembered)
  if (!client) return true
  const signal = AbortSignal.timeout(CANCEL_TIMEOUT_MS)
  await Promise.race([open.submitting, new Promise((resolve) => signal.addEventListener('abort', resolve))])
  if (open.taskId === undefined) return true
  // One that was stopped already, by another worker or by a call whose answer was lost, cannot be stopped again either.
  const isStopped =
    (await client.cancel(open.taskId, signal)) || (await client.status(open.taskId, signal)).status === 'Cancelled'
  if (isStopped) runs.set(jobId, Object.assign(open, { isOver: true }))
  return isStopped
}

/** A process that stops hands its jobs on, with their tasks; one that lost a job leaves it to who has it. */
export const isHandedOn = (signal: AbortSignal): boolean =>
  signal.aborted && ['stopping', 'lost'].includes((signal.reason as Error).message)

/** What nobody waits for any more is not left to the vendor, as far as that can be helped. */
export async function letGo(
  { log, timing, client, runs }: RunParts,
  jobId: string,
  remembered: ProviderMemory,
): Promise<void> {
  const open = runs.get(jobId) ?? openRunOf(remembered)
  runs.delete(jobId)
  if (!client || open.isOver || !open.mayHaveTask) return
  const signal = AbortSignal.timeout(timing.requestTimeoutMs)
  try {
    await open.submitting
    if (!open.mayHaveTask) return
    if (!open.taskId) await delay(timing.settleMs, undefined, { signal })
    const id = open.taskId ?? (await findTask(client, jobId, signal))
    const isStopped = id === undefined || (await client.cancel(id, signal))
    log.info({ jobId, isStopped }, 'task let go')
  } catch (error) {
    log.warn({ jobId, err: error }, 'task left to the vendor')
  }
}

async function findTask(client: TopazClient, jobId: string, signal: AbortSignal): Promise<string | undefined> {
  for (const format of ['png', 'jpeg'] as const) {
    const task = await client.findByFilename(fileNameOf(jobId, format), signal)
    if (task) return task.process_id
  }
  return undefined
}
