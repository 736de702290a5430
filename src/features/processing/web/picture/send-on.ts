// A picture on its way, whatever breaks: what has come is asked for, and the rest sent (decision 0249). As any call that is safe to repeat it is tried three
// times more after 1, 2 and 3 s (HTTP-03 to HTTP-05), counted anew when more has come.
import { makeRequestKey } from '#platform/web/http/request-key.ts'
import { waitFor } from '#platform/web/http/wait-for.ts'
import { BEGUN_UPLOAD_PATH, UPLOAD_KEY_HEADER, UPLOAD_OFFSET_HEADER } from '#rulebook/pictures/begun-upload.ts'
import { HTTP_MAX_RETRIES, httpRetryDelayMs } from '#rulebook/site/timing.ts'
import type { BegunUpload, Upload } from '../../contract.ts'

/** After a longer time without an answer a person decides. */
const PATIENCE_MS = 60_000
const ASK_AGAIN_MS = 3000

/** Keys of files whose last try was lost: the next one, also by hand, goes on from there. */
const keys = new WeakMap<File, string>()

type Headers = Record<string, string>
interface Answered {
  readonly status: number
}
export interface Way<Answer extends Answered> {
  readonly file: File
  readonly signal: AbortSignal
  /** Calls in the person's name; renews what has run out. */
  readonly inName: <Called extends Answered>(call: (headers: Headers) => Promise<Called>) => Promise<Called>
  /** Sends what follows so many bytes. */
  readonly sendRest: (fromByte: number, headers: Headers) => Promise<Answer>
  readonly isLost: (problem: unknown) => boolean
  readonly onInterrupted?: (() => void) | undefined
}

/** The answer of the last try, or the upload itself where only its answer was lost. Throws what `sendRest` and `inName` throw. */
export async function sendOn<Answer extends Answered>(way: Way<Answer>): Promise<Answer | Upload> {
  const { file, signal } = way
  const isKnown = keys.has(file)
  const key = keys.get(file) ?? makeRequestKey()
  keys.set(file, key)
  let came = (isKnown ? await askWhatCame(key, way) : undefined) ?? NOTHING
  let isWholeOnly = false
  for (let failures = 0; ; ) {
    if (came.upload) return came.upload
    const place = { [UPLOAD_KEY_HEADER]: key, [UPLOAD_OFFSET_HEADER]: String(came.bytes) }
    try {
      const answer = await way.sendRest(came.bytes, place)
      if (came.bytes === 0 || isWholeOnly || !isRefusal(answer)) {
        keys.delete(file)
        return answer
      }
      // What came lies on another machine, or is gone meanwhile: once the picture goes whole.
      isWholeOnly = true
      came = NOTHING
    } catch (problem) {
      failures += 1
      if (signal.aborted || !way.isLost(problem) || failures > HTTP_MAX_RETRIES) throw problem
      way.onInterrupted?.()
      const now = await whenAnswered(key, way, failures)
      if (!now) throw problem
      if (now.bytes > came.bytes) failures = 0
      came = now
    }
  }
}

const NOTHING: BegunUpload = { bytes: 0, upload: null }

/** A refusal of the picture itself, or of what the answering machine has of it. */
const isRefusal = ({ status }: Answered): boolean => status >= 400 && status < 500 && status !== 401 && status !== 429

/** Undefined where nobody answered in time. */
async function whenAnswered(key: string, way: Way<Answered>, failures: number): Promise<BegunUpload | undefined> {
  const { signal } = way
  const untilMs = Date.now() + PATIENCE_MS
  if (!navigator.onLine) await Promise.race([untilOnline(signal), waitFor(PATIENCE_MS, signal)])
  for (let pauseMs = httpRetryDelayMs(failures); ; pauseMs = ASK_AGAIN_MS) {
    await waitFor(pauseMs, signal)
    const came = await askWhatCame(key, way)
    if (came || Date.now() > untilMs) return came
  }
}

/** Undefined without an answer, also where too much is asked at the moment. */
async function askWhatCame(key: string, { inName, signal }: Way<Answered>): Promise<BegunUpload | undefined> {
  const ask = (headers: Headers) => fetch(`${BEGUN_UPLOAD_PATH}/${key}`, { headers, signal })
  const answer = await inName(ask).catch((problem: unknown) => {
    if (problem instanceof TypeError && !signal.aborted) return undefined
    throw problem
  })
  if (answer?.ok) return (await answer.json()) as BegunUpload
  // A release that knows of no begun pictures.
  return answer?.status === 404 ? NOTHING : undefined
}

const untilOnline = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => window.addEventListener('online', () => resolve(), { once: true, signal }))
