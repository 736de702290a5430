// Does the work before an SMS in a worker; where no worker can run, in small slices on the page.
import type { SendSmsProof, SendSmsTask } from '../../contract.ts'
import { type SendSmsSearch, searchNonce } from './send-sms-search.ts'

/** Tries between two breaths of the page, a few milliseconds. */
const SLICE = 2048

export async function solveSendSms({ task, bits, ticket }: SendSmsTask, phone: string): Promise<SendSmsProof> {
  const search = { task, phone, bits }
  const nonce = await inWorker(search).catch(() => inSlices(search))
  return { ticket, nonce }
}

async function inWorker(search: SendSmsSearch): Promise<number> {
  const worker = new Worker(new URL('./send-sms-worker.ts', import.meta.url), { type: 'module' })
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

async function inSlices(search: SendSmsSearch): Promise<number> {
  for (let from = 0; ; from += SLICE) {
    const nonce = searchNonce(search, from, SLICE)
    if (nonce !== undefined) return nonce
    await new Promise((resolve) => setTimeout(resolve))
  }
}
