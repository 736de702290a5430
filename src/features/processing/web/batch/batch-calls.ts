// What a batch does with the server: the same calls as of a single run, for one model with the settings of the batch.
import { uploaderOf } from '#rulebook/site/site-map.ts'
import type { ModelConfig } from '#rulebook/tools/model.ts'
import { uploadPicture } from '../picture/upload-picture.ts'
import { UPLOAD_CHECKS } from '../picture/uploader-rules.ts'
import { processingClient } from '../processing-client.ts'
import { createJobStarter } from '../run/start-job.ts'
import { watchJob } from '../run/watch-job.ts'
import type { BatchCalls } from './batch.ts'
import { type BatchSettings, settingsFor } from './batch-settings.ts'

const { jobs } = processingClient

/** Leaving the page cuts neither a start nor the watching: the batch goes on until its person has left. */
export function batchCalls(model: ModelConfig, settings: () => BatchSettings, onSettled: () => void): BatchCalls {
  const purpose = uploaderOf(model)
  return {
    check: UPLOAD_CHECKS[purpose],
    upload: (file, options) => uploadPicture(file, { purpose, ...options }),
    makeStart: () => {
      const start = createJobStarter(jobs.start)
      return ({ id, width, height }, left) => {
        const { mode, params } = settingsFor(settings(), { width, height })
        // The page says that nothing is taken: it is for unlimited tiers.
        return start({ source: { uploadId: id }, modelKey: model.key, mode, params, shownCredits: 0 }, left)
      }
    },
    watch: (id, onJob, left) => watchJob(jobs, id, { signal: left, onJob }),
    cancel: (id) => jobs.cancel({ id }),
    onSettled,
  }
}
