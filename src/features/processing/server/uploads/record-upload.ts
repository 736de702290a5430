// The upload's row, after the storage upload (document 2 §7, §8; UPLOAD-20, UPLOAD-21, P-26). A failed save does not take the
// picture away: the failure is logged, the row is saved as soon as the database answers again, and a use of the picture before
// that saves it first (decision 0031).
import { setTimeout as delay } from 'node:timers/promises'
import type { ProcessingParts } from '../processing-parts.ts'
import { insertUpload, type NewUpload } from './upload.store.ts'

const QUICK_TRIES = 3
const QUICK_DELAY_MS = 100
const SLOW_TRIES = 60
const SLOW_DELAY_MS = 5000

export interface UploadRecorder {
  /** Resolves when the row is saved or its saving goes on in the background. */
  record(userId: string, upload: NewUpload, userAgent: string | null, uploadSource: string): Promise<void>
  /** Saves what is not saved yet of this upload, so that a use of the picture finds its record; throws when it still cannot be. */
  ensureSaved(uploadId: string): Promise<void>
  /** Gives up what is not saved yet. */
  stop(): void
}

export function createUploadRecorder(parts: Pick<ProcessingParts, 'database' | 'log'>): UploadRecorder {
  const stopping = new AbortController()
  const unsaved = new Map<string, () => Promise<void>>()
  return {
    async record(userId, upload, userAgent, uploadSource) {
      const save = () => insertUpload(parts.database, userId, upload, { userAgent, uploadSource })
      if (await trySave(save, QUICK_TRIES, QUICK_DELAY_MS, stopping.signal)) return
      parts.log.warn({ uploadId: upload.id }, 'upload record not saved yet')
      unsaved.set(upload.id, save)
      void trySave(save, SLOW_TRIES, SLOW_DELAY_MS, stopping.signal).then((isSaved) => {
        unsaved.delete(upload.id)
        if (isSaved) parts.log.info({ uploadId: upload.id }, 'upload record saved late')
        else parts.log.error({ uploadId: upload.id }, 'upload record given up')
      })
    },
    async ensureSaved(uploadId) {
      await unsaved.get(uploadId)?.()
      unsaved.delete(uploadId)
    },
    stop: () => stopping.abort(),
  }
}

async function trySave(save: () => Promise<void>, tries: number, delayMs: number, signal: AbortSignal) {
  for (let n = 1; n <= tries && !signal.aborted; n += 1) {
    try {
      await save()
      return true
    } catch {
      if (n < tries) await delay(delayMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }
  return false
}
