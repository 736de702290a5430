// What the parts of a tool page may ask for. Apart from those who do it, which read the store that offers these.
import type { Job } from '../../contract.ts'
import type { StartRequest } from '../run/start-job.ts'

export interface UploadActions {
  readonly chooseFile: (file: File) => void
  /** Sends the kept file again. */
  readonly retryUpload: () => void
  readonly cancelUpload: () => void
}

export interface RunActions {
  /** Resolves when the start was accepted or refused. */
  readonly start: (request: StartRequest) => Promise<void>
  readonly cancelRun: () => Promise<void>
  /** Shows a job that was started before: running or finished. */
  readonly attach: (job: Job) => Promise<void>
  /** Follows a lost job again. */
  readonly reconnect: () => void
  /** Follows the run no longer; a running job goes on at the server. */
  readonly leaveRun: () => void
}
