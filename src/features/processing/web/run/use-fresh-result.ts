// The addresses of a result work for a while only. A page that stays open renews them, so that a download pressed an hour
// later still works.
import { useEffect, useRef } from 'react'
import type { Job } from '../../contract.ts'
import { processingClient } from '../processing-client.ts'

const RENEW_EVERY_MS = 10 * 60_000
/** After a picture that failed to load: not more often than this, or a file that is gone would be asked for without end. */
const RENEW_AT_MOST_EVERY_MS = 30_000

/** Returns what asks for new addresses at once. */
export function useFreshResult(job: Job | undefined, onJob: (job: Job) => void): () => void {
  const jobId = job?.result ? job.id : undefined
  const readAtMs = useRef(0)
  const take = useRef(onJob)
  take.current = onJob
  const renew = (minAgeMs: number) => {
    if (!jobId || Date.now() - readAtMs.current < minAgeMs) return
    readAtMs.current = Date.now()
    processingClient.jobs.get({ id: jobId }).then(
      (next) => take.current(next),
      () => {}, // the next occasion tries again; the page shows what it has
    )
  }
  const current = useRef(renew)
  current.current = renew

  useEffect(() => {
    if (!jobId) return
    readAtMs.current = Date.now()
    const renewOld = () => document.visibilityState === 'visible' && current.current(RENEW_EVERY_MS)
    const timer = setInterval(renewOld, RENEW_EVERY_MS)
    document.addEventListener('visibilitychange', renewOld)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', renewOld)
    }
  }, [jobId])
  return () => renew(RENEW_AT_MOST_EVERY_MS)
}
