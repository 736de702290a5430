import { vi } from 'vitest'
import type { Job, Upload } from '../../contract.ts'
import type { Batch, BatchCalls } from '../batch/batch.ts'
import { makeJob } from './make-job.ts'

export const named = (name: string) => new File(['x'], name, { type: 'image/jpeg' })
export const files = (count: number) => Array.from({ length: count }, (_, n) => named(`${n}.jpg`))

interface Run {
  readonly id: string
  readonly end: (job: Job) => void
  readonly lose: (error: unknown) => void
}

/** A server whose uploads and runs end when the test says so. */
export function server() {
  const runs: Run[] = []
  const uploads: string[] = []
  const starts = vi.fn(async (upload: Upload, _left: AbortSignal) =>
    makeJob({ id: `job of ${upload.id}`, status: 'processing' }),
  )
  const calls = {
    check: (file) => (file.name.endsWith('.txt') ? { code: 'upload-type-main' } : undefined),
    upload: vi.fn<BatchCalls['upload']>(async (file) => {
      uploads.push(file.name)
      return { id: file.name } as Upload
    }),
    makeStart: vi.fn(() => starts),
    watch: (id, _onJob, left) =>
      new Promise<Job>((resolve, reject) => {
        runs.push({ id, end: resolve, lose: reject })
        left.addEventListener('abort', () => reject(left.reason))
      }),
    cancel: vi.fn(async () => {}),
    onSettled: vi.fn(),
  } satisfies BatchCalls
  return { calls, starts, uploads, runs }
}

export const phases = (batch: Batch) => batch.state().items.map(({ phase }) => phase)
