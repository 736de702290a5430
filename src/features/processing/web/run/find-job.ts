// Which run a tool page that was opened again is about: one that still runs, or the finished one that this tab showed.
import { repeatCall } from '#platform/web/http/repeat-call.ts'
import type { Job } from '../../contract.ts'
import { type CurrentPicture, isSameSource } from '../picture/current-picture.ts'
import { processingClient } from '../processing-client.ts'
import { shownJob } from './shown-job.ts'

export const sourceOf = (job: Job): CurrentPicture['source'] =>
  job.parentId ? { parentJobId: job.parentId } : { uploadId: job.uploadId }

export async function findJob(modelKey: string, held: CurrentPicture | undefined): Promise<Job | undefined> {
  const fits = (job: Job) => job.modelKey === modelKey && (!held || isSameSource(sourceOf(job), held.source))
  const kept = shownJob.of(modelKey)
  // A run that is missed here could be started and paid beside itself (C-43).
  const open = (await repeatCall(() => processingClient.jobs.open())).find(fits)
  if (open || !kept) return open
  const job = await processingClient.jobs.get({ id: kept })
  return job.status === 'completed' && !job.filesRemoved && fits(job) ? job : undefined
}
