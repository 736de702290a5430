// The upload's row, after the storage upload (document 2 §7, §8; UPLOAD-20, UPLOAD-21, P-26). A failed save does not take the
// picture away: the failure is logged, the row is saved as soon as the database answers again, and a use of the picture before
// that saves it first (decision 0031).
import { setTimeout as delay } from 'node:timers/promises'
import { ServiceError } from '#platform/server/http/service-error.ts'
import type { ProcessingParts } from '../processing-parts.ts'
import { insertUpload, type NewUpload } from './upload.store.ts'
import { keepWithinRoom } from './upload-allowance.ts'

const QUICK_TRIES = 3
const QUICK_DELAY_MS = 100
const SLOW_TRIES = 60
const SLOW_DELAY_MS = 5000

export interface UploadRecorder {
  /**
   * Resolves when the row is saved or its saving goes on in the background. Throws what the database refused for good, ServiceError
   * `upload-storage-limit`, and, in a process that is stopping, whatever kept the row from being saved: nobody would go on with it.
   */
  record(userId: string, upload: NewUpload, userAgent: string | null, uploadSource: string): Promise<void>
  /** Saves what is not saved yet of this upload, so that a use of the picture finds its record; throws when it still cannot be. */
  ensureSaved(uploadId: string): Promise<void>
  /** Tries once more what is not saved yet; the database must still be open. */
  stop(): Promise<void>
}

type Save = () => Promise<void>

export function createUploadRecorder({
  database,
  log,
  settings,
}: Pick<ProcessingParts, 'database' | 'log' | 'settings'>): UploadRecorder {
  const stopping = new AbortController()
  const unsaved = new Map<string, Save>()
  const saveLate = async (uploadId: string, save: Save) => {
    const failure = await failureOf(save, SLOW_TRIES, SLOW_DELAY_MS, stopping.signal)
    unsaved.delete(uploadId)
    if (failure) log.error({ err: failure, uploadId }, 'upload record given up')
    else log.info({ uploadId }, 'upload record saved late')
  }
  const saving = new Set<Promise<void>>()
  return {
    async record(userId, upload, userAgent, uploadSource) {
      // Without the limit of the room once the person was told that the picture is there.
      const save = () => insertUpload(database, userId, upload, { userAgent, uploadSource })
      const saveWithin = () =>
        insertUpload(database, userId, upload, { userAgent, uploadSource }, (tx) =>
          keepWithinRoom(tx, settings, userId, upload),
        )
      const failure = await failureOf(saveWithin, QUICK_TRIES, QUICK_DELAY_MS, stopping.signal)
      if (!failure) return
      if (isRefusedForGood(failure) || stopping.signal.aborted) throw failure
      log.warn({ err: failure, uploadId: upload.id }, 'upload record not saved yet')
      unsaved.set(upload.id, save)
      const late = saveLate(upload.id, save)
      saving.add(late)
      void late.then(() => saving.delete(late))
    },
    async ensureSaved(uploadId) {
      await unsaved.get(uploadId)?.()
      unsaved.delete(uploadId)
    },
    async stop() {
      stopping.abort()
      await Promise.all(saving)
    },
  }
}

/** The last failure of so many tries; undefined once one has saved it. A stop ends the waiting, not the try that follows. */
async function failureOf(save: Save, tries: number, delayMs: number, signal: AbortSignal): Promise<unknown> {
  for (let n = 1; ; n += 1) {
    const isLast = n === tries || signal.aborted
    try {
      await save()
      return undefined
    } catch (error) {
      if (isLast || isRefusedForGood(error)) return error
    }
    await delay(delayMs, undefined, { signal, ref: false }).catch(() => undefined)
  }
}

/** PostgreSQL's class of broken constraints: the account went while its picture came, by a merge or its end. */
const CONSTRAINT_BROKEN = /^23/

function isRefusedForGood(error: unknown): boolean {
  if (error instanceof ServiceError) return true
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  return (typeof code === 'string' && CONSTRAINT_BROKEN.test(code)) || isRefusedForGood(error.cause)
}
