// One request to an SMS vendor. It is repeated only where the first never arrived: after a broken connection or a timeout
// it is unknown whether the message left, and two codes at once confuse people and cost twice. Redirects are refused, answers are bounded.
import { setTimeout as delay } from 'node:timers/promises'
import { readTextAtMost } from '../http/read-at-most.ts'
import { SmsFailedError } from './sms-sender.ts'

export interface VendorRequest {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  /** Null: none, and no header speaks of one. */
  readonly body: string | null
}
export interface VendorAnswer {
  readonly status: number
  readonly text: string
}

/** For both tries together: a person waits for the answer. */
export const SMS_TIMEOUT_MS = 10_000
const PAUSE_MS = 300
/** An answer is a few ids and words; more is a fault. */
const ANSWER_MAX_BYTES = 64 * 1024

/** What happens before a byte of the request is sent. */
const NO_CONNECTION = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** Builds a new request for each try, because nonce and time are used up. Throws SmsFailedError. */
export async function postMessage<Result>(
  make: () => VendorRequest,
  read: (answer: VendorAnswer) => Result,
  timeoutMs: number,
): Promise<Result> {
  const signal = AbortSignal.timeout(timeoutMs)
  const once = async () => read(await post(make(), signal))
  try {
    return await once()
  } catch (error) {
    if (!(error instanceof SmsFailedError) || !cameToNobody(error)) throw error
    await delay(PAUSE_MS)
    return once()
  }
}

/** `busy`: the vendor's gate turned the request away before anything was done with it. */
const cameToNobody = ({ failure, code }: SmsFailedError): boolean =>
  failure === 'busy' || (failure === 'unreachable' && code !== null && NO_CONNECTION.has(code))

/** Codes are rare: a kept-alive connection may be closed on the other side, and then the fate of the message would be unknown. */
const NEW_LINE = { connection: 'close' }

async function post({ url, headers, body }: VendorRequest, signal: AbortSignal): Promise<VendorAnswer> {
  let response: Response
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, ...NEW_LINE },
      body,
      signal,
      redirect: 'error',
    })
  } catch (error) {
    if (signal.aborted) throw new SmsFailedError('timeout')
    const { code } = ((error as Error).cause ?? {}) as { code?: unknown }
    throw new SmsFailedError('unreachable', { code: typeof code === 'string' ? code : null })
  }
  return { status: response.status, text: await bodyOf(response, signal) }
}

async function bodyOf(response: Response, signal: AbortSignal): Promise<string> {
  try {
    return await readTextAtMost(response.body, ANSWER_MAX_BYTES)
  } catch {
    throw new SmsFailedError(signal.aborted ? 'timeout' : 'unreadable', { status: response.status })
  }
}

/** The fields of an answer that must be a JSON object. Throws SmsFailedError. */
export function fieldsOf({ status, text }: VendorAnswer): Readonly<Record<string, unknown>> {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    // Reported below.
  }
  if (typeof parsed === 'object' && parsed !== null) return parsed as Record<string, unknown>
  throw new SmsFailedError('unreadable', { status })
}

/** A vendor's id or word, never longer than one: it goes into the log and the database. */
export const textOrNull = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 100) : null
