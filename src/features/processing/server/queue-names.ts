// The queues of this feature; the composition root names them when it opens the queue.
export const RUN_JOB_QUEUE = 'run-job'
/** Runs that wait for a provider elsewhere. */
export const RUN_ELSEWHERE_QUEUE = 'run-job-elsewhere'
export const RETENTION_QUEUE = 'retention'
export const TRIAL_RETENTION_QUEUE = 'trial-retention'
export const PROCESSING_QUEUES = [RUN_JOB_QUEUE, RUN_ELSEWHERE_QUEUE, RETENTION_QUEUE, TRIAL_RETENTION_QUEUE] as const
