// What a worker counts of its jobs, for the operator's measurements.
import type { Metrics } from '#platform/server/metrics.ts'
import type { ErrorCode } from '#rulebook/errors/errors.ts'

export interface JobMeasures {
  /** A run that this process took and ended. */
  ended(modelKey: string, outcome: 'completed' | 'failed', seconds: number): void
  failed(cause: ErrorCode): void
  /** The provider's own work for a finished run, the engine's as well as another's. */
  worked(modelKey: string, seconds: number): void
}

/** Up to the longest run that is let go on (C-13). */
const JOB_SECONDS = [0.5, 1, 2, 5, 10, 20, 40, 80, 160, 320, 640]

export function createJobMeasures(metrics: Metrics): JobMeasures {
  const observe = metrics.addHistogram(
    'huanying_job_duration_seconds',
    'Runs of this process from taking the job to its end, by model and outcome',
    ['model', 'outcome'],
    JOB_SECONDS,
  )
  const countFailure = metrics.addCounter('huanying_job_failures_total', 'Failed jobs, by cause', 'cause')
  const countSeconds = metrics.addCounter(
    'huanying_engine_seconds_total',
    "Seconds of the provider's own work for finished runs, by model",
    'model',
  )
  return {
    ended: (model, outcome, seconds) => observe({ model, outcome }, seconds),
    failed: (cause) => countFailure(cause),
    worked: countSeconds,
  }
}
