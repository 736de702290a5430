// Does the work before an SMS or a sign-up in a worker; where no worker can run, in small slices on the page.
import type { WorkProof, WorkTask } from '../../contract.ts'
import { searchNonce, type WorkSearch } from './work-search.ts'

/** Tries between two breaths of the page, a few milliseconds. */
const SLICE = 2048

export async function solveWork({ task, bits, ticket }: WorkTask, subject: string): Promise<WorkProof> {
  const search = { task, subject, bits }
  const nonce = await inWorker(search).catch(() => inSlices(search))
  return { ticket, nonce }
}

async function inWorker(search: WorkSearch): Promise<number> {
  const worker = new Worker(new URL('./work-search-worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise<number>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<number>) => resolve(data))
      worker.addEventListener('error', reject)
      worker.postMessage(search)
    })
  } finally {
    worker.terminate()
  }
}

async function inSlices(search: WorkSearch): Promise<number> {
  for (let from = 0; ; from += SLICE) {
    const nonce = searchNonce(search, from, SLICE)
    if (nonce !== undefined) return nonce
    await new Promise((resolve) => setTimeout(resolve))
  }
}
