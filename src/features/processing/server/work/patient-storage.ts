// What a run asks of the storage: again while that is away, for as long as the run goes on, so that a result is neither thrown away nor computed
// twice for a server that restarts (decision 0267).
import { setTimeout as delay } from 'node:timers/promises'
import { isStorageAway, type ObjectStorage } from '#platform/server/storage/object-storage.ts'
import { storageUntil } from '#platform/server/storage/storage-until.ts'
import type { JobRow } from '../jobs/job.store.ts'
import type { ProcessingParts } from '../processing-parts.ts'

/** The adapter itself has tried for some seconds. */
const PAUSE_MS = 2000

type Carried = Pick<ObjectStorage, 'fetchToFile' | 'putFile' | 'adoptFile'>

/** Throws the signal's reason. */
export function patientStorage(
  parts: Pick<ProcessingParts, 'storage' | 'log'>,
  job: Pick<JobRow, 'id'>,
  signal: AbortSignal,
): Carried {
  const storage = storageUntil(parts.storage, { signal })
  const { adoptFile } = storage
  const again = async (call: () => Promise<void>): Promise<void> => {
    for (;;) {
      try {
        return await call()
      } catch (error) {
        if (signal.aborted || !isStorageAway(error)) throw error
        parts.log.warn({ jobId: job.id, err: error }, 'the storage is away: the run asks again')
      }
      await delay(PAUSE_MS, undefined, { signal }).catch(() => undefined)
    }
  }
  return {
    fetchToFile: (...words) => again(() => storage.fetchToFile(...words)),
    putFile: (...words) => again(() => storage.putFile(...words)),
    ...(adoptFile && { adoptFile: (...words) => again(() => adoptFile(...words)) }),
  }
}
