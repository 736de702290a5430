import { isInProgress } from '#rulebook/runs/job-states.ts'
import type { Job } from '../../contract.ts'

/** As far as it is known: a run that is no longer seen goes on at the server and is paid there. It is watched again, never started again (C-43). */
export const isUnderWay = (job: Job | undefined): job is Job => job !== undefined && isInProgress(job.status)
