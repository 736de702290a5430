// The calls of a run, loaded before the first press: its start, which never pays twice, and its watching.
import { processingClient } from '../processing-client.ts'
import { createJobStarter } from './start-job.ts'

export { watchJob } from './watch-job.ts'

export const startJob = createJobStarter(processingClient.jobs.start)
