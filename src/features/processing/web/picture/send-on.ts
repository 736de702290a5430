// A picture on its way, whatever breaks: what has come is asked for, and the rest sent (decision 0249). As any call that is safe to repeat it is tried three
// times more after 1, 2 and 3 s (HTTP-03 to HTTP-05), counted anew when more has come.
import { makeRequestKey } from '#platform/web/http/request-key.ts'
import { waitFor } from '#platform/web/http/wait-for.ts'
import { BEGUN_UPLOAD_PATH, UPLOAD_KEY_HEADER, UPLOAD_OFFSET_HEADER } from '#rulebook/pictures/begun-upload.ts'
import { HTTP_MAX_RETRIES, httpRetryDelayMs } from '#rulebook/site/timing.ts'
import type { BegunUpload, Upload } from '../../contract.ts'

/** After a longer time without a network a person decides. */
const OFFLINE_WAIT_MS = 60_000

/** Of files whose last try was lost: the next one, also by hand, goes on from there. */
const keys = new WeakMap<File, string>()

export interface Way<Answer> {
  readonly file: File
  readonly signal: AbortSignal
  readonly headers: () => Promise<Record<string, string>>
  /** Sends what follows so many bytes. */
  readonly sendRest: (fromByte: number, headers: Record<string, string>) => Promise<Answer>
  readonly isLost: (problem: unknown) => boolean
  readonly onInterrupted?: (() => void) | undefined
}

/** The answer of the last try, or the upload itself where only its answer was lost. Throws what `sendRest` throws. */
export async function sendOn<Answer>({ file, signal, isLost, ...way }: Way<Answer>): Promise<Answer | Upload> {
  const key = keys.get(file) ?? makeRequestKey()
  let came = keys.has(file) ? await askWhatCame(key, way.headers, signal) : NOTHING
  keys.set(file, key)
  for (let failures = 0; ; ) {
    if (came.upload) return came.upload
    const headers = { [UPLOAD_KEY_HEADER]: key, [UPLOAD_OFFSET_HEADER]: String(came.bytes) }
    try {
      const answer = await way.sendRest(came.bytes, headers)
      keys.delete(file)
      return answer
    } catch (problem) {
      failures += 1
      if (signal.aborted || !isLost(problem) || failures > HTTP_MAX_RETRIES) throw problem
    }
    way.onInterrupted?.()
    if (!navigator.onLine) await Promise.race([untilOnline(signal), waitFor(OFFLINE_WAIT_MS, signal)])
    await waitFor(httpRetryDelayMs(failures), signal)
    const now = await askWhatCame(key, way.headers, signal)
    if (now.bytes > came.bytes) failures = 0
    came = now
  }
}

const NOTHING: BegunUpload = { bytes: 0, upload: null }

/** Without an answer the picture goes whole. */
async function askWhatCame(key: string, headers: Way<unknown>['headers'], signal: AbortSignal): Promise<BegunUpload> {
  const answer = await fetch(`${BEGUN_UPLOAD_PATH}/${key}`, { headers: await headers(), signal }).catch(() => undefined)
  return answer?.ok ? ((await answer.json()) as BegunUpload) : NOTHING
}

const untilOnline = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => window.addEventListener('online', () => resolve(), { once: true, signal }))
