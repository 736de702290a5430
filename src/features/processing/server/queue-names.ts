// The queues of this feature; the composition root names them when it opens the queue.
export const RUN_JOB_QUEUE = 'run-job'
export const RETENTION_QUEUE = 'retention'
export const TRIAL_RETENTION_QUEUE = 'trial-retention'
export const PROCESSING_QUEUES = [RUN_JOB_QUEUE, RETENTION_QUEUE, TRIAL_RETENTION_QUEUE] as const
