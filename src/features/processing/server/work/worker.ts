// The worker role of this feature: takes jobs from the queue, looks for lost ones, and keeps the storage tidy.
import type { ProcessingParts } from '../processing-parts.ts'
import { RETENTION_QUEUE, RUN_ELSEWHERE_QUEUE, RUN_JOB_QUEUE, TRIAL_RETENTION_QUEUE } from '../queue-names.ts'
import { removeOrphans } from '../retention/orphans.job.ts'
import { removeExpiredFiles, removeExpiredTrials } from '../retention/retention.job.ts'
import { keepLateResults } from './late-results.ts'
import { createJobRecovery } from './recover-jobs.ts'
import { runJob } from './run-job.job.ts'

/** At night, after the day's end in the configured zone; trials every hour. */
const RETENTION_CRON = '17 3 * * *'
const TRIAL_RETENTION_CRON = '41 * * * *'

export interface Worker {
  start(): Promise<void>
  recover(): Promise<number>
  /** One look for results that came after their run's limit. */
  keepLate(): Promise<number>
  stop(): void
}

export function createWorker(parts: ProcessingParts): Worker {
  const recovery = createJobRecovery(parts)
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let isKeeping = false
  const keepLate = async () => {
    if (isKeeping) return 0
    isKeeping = true
    return keepLateResults(parts, stopping.signal).finally(() => {
      isKeeping = false
    })
  }
  const findLostJobs = () => {
    recovery.run().catch((error: unknown) => parts.log.error({ err: error }, 'recovery failed'))
    keepLate().catch((error: unknown) => parts.log.error({ err: error }, 'late results not looked for'))
    parts.providers.gate?.recheck().catch((error: unknown) => parts.log.warn({ err: error }, 'provider not asked'))
  }
  return {
    recover: () => recovery.run(),
    keepLate,
    async start() {
      const { queue, settings, database, providers } = parts
      // The embedded database belongs to this process alone: what it finds running has lost its worker.
      const nobodyElse = database.kind === 'embedded'
      await recovery.run({ nobodyElse })
      const elsewhere = Math.max(0, ...providers.used.map(({ parallelRuns = 0 }) => parallelRuns))
      await workOn(parts, RUN_JOB_QUEUE, settings.engineParallelJobs)
      if (elsewhere > 0) await workOn(parts, RUN_ELSEWHERE_QUEUE, elsewhere)
      await queue.schedule(RETENTION_QUEUE, RETENTION_CRON, settings.timeZone, async () => {
        await removeExpiredFiles(parts)
        await removeOrphans(parts)
      })
      await queue.schedule(TRIAL_RETENTION_QUEUE, TRIAL_RETENTION_CRON, settings.timeZone, () =>
        removeExpiredTrials(parts),
      )
      timer = setInterval(findLostJobs, parts.timing.recoverMs)
    },
    stop() {
      clearInterval(timer)
      stopping.abort()
    },
  }
}

const workOn = (parts: ProcessingParts, queueName: string, atOnce: number) =>
  parts.queue.work<{ jobId: string }>(queueName, atOnce, ({ data, stopping }) => runJob(parts, data.jobId, stopping))
