// Signed requests to one bucket of an S3 server (signature version 4 by aws4fetch, decision 0070), tried again with back-off when the server
// or the line fails for a moment.

import { setTimeout as delay } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import type { Clock } from '../../clock.ts'
import { readTextAtMost } from '../../http/read-at-most.ts'
import { sha256Hex } from '../../sha256-hex.ts'
import { StorageError, StorageFullError } from '../object-storage.ts'
import { textIn } from './s3-answers.ts'
import type { S3Settings } from './s3-settings.ts'

export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** Undefined: the bucket itself. */
  readonly key?: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array<ArrayBuffer> | string
  /** Codes beside success that the caller handles. */
  readonly expected?: readonly number[]
  /** Ends the tries, and the answer's body. */
  readonly signal?: AbortSignal | undefined
}

export interface S3Client {
  /** Throws StorageFullError when the server has no room or does not let us write, S3Error when it refuses otherwise, or the signal's reason. */
  send(request: S3Request): Promise<Response>
  /** How long a body may bring nothing. */
  readonly silenceMs: number
  /** An address that reads `key` until it ends; it works without the secret. */
  presign(key: string, query: Readonly<Record<string, string>>, issuedAt: Date): Promise<string>
}

/** The server refused, or did not answer in all tries. `code` is the server's own word for it, e.g. SignatureDoesNotMatch. */
export class S3Error extends StorageError {
  readonly code: string
  readonly isAway: boolean
  constructor(code: string, what: string, { isAway = false, ...options }: ErrorOptions & { isAway?: boolean } = {}) {
    super(`The object storage answered ${code} to ${what}`, options)
    this.name = 'S3Error'
    this.code = code
    this.isAway = isAway
  }
}

/** Throws S3Error where a server, or a proxy before it, does not tell: without a length a cut answer looks whole. */
export function lengthOf({ headers }: Response, what: string): number {
  const length = headers.get('content-length')
  if (length === null) throw new S3Error('no length', what)
  return Number(length)
}

const TRIES = 5
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5000
/** Until the head of the answer is there; a part of 8 MB has gone up by then on any line that can carry the service. */
const ANSWER_TIMEOUT_MS = 120_000
/** Longest silence where an object is asked for, and within an answer: nothing goes up, so it is a line or a server that hangs. */
const SILENCE_MS = 30_000
const PASSING = new Set([408, 429, 500, 502, 503, 504])
const FULL_STATUS = 507
const FULL_CODES = new Set([
  'QuotaExceeded',
  'XMinioStorageFull',
  'InsufficientCapacity',
  'UserDisable',
  'AccessDenied',
])

export interface S3Patience {
  readonly answerTimeoutMs?: number
  readonly silenceMs?: number
}

export function createS3Client(
  settings: S3Settings,
  clock: Clock,
  { answerTimeoutMs = ANSWER_TIMEOUT_MS, silenceMs = SILENCE_MS }: S3Patience = {},
): S3Client {
  const signingKeys = new Map<string, ArrayBuffer>()
  const credentials = { ...settings.credentials, service: 's3', region: settings.region, cache: signingKeys }

  const tryOnce = async ({ method, key, query, headers, body, signal }: S3Request): Promise<Response> => {
    const signed = await new AwsV4Signer({
      ...credentials,
      method,
      url: addressOf(settings.endpoint, settings, key, query),
      headers: { ...headers, 'x-amz-content-sha256': sha256Hex(body ?? '') },
      datetime: stampOf(clock.now()),
    }).sign()
    const control = new AbortController()
    const isRead = key !== undefined && (method === 'GET' || method === 'HEAD')
    const patienceMs = isRead ? Math.min(silenceMs, answerTimeoutMs) : answerTimeoutMs
    const timer = setTimeout(() => control.abort(new Error('no answer in time')), patienceMs)
    try {
      const { url, headers: signedHeaders } = signed
      // A redirect would need a signature of its own; it also means that region or style are wrong.
      return await fetch(plusFree(url), {
        method,
        headers: signedHeaders,
        body: body ?? null,
        signal: signal ? AbortSignal.any([control.signal, signal]) : control.signal,
        redirect: 'manual',
      })
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    silenceMs,
    send: (request) => sendPatiently(tryOnce, request),
    presign: async (key, query, issuedAt) => {
      const signed = await new AwsV4Signer({
        ...credentials,
        method: 'GET',
        url: addressOf(settings.publicEndpoint, settings, key, query),
        datetime: stampOf(issuedAt),
        signQuery: true,
      }).sign()
      return plusFree(signed.url)
    },
  }
}

/** What passes by itself is asked again with pauses. Throws S3Error, and what the caller's signal says. */
async function sendPatiently(
  tryOnce: (request: S3Request) => Promise<Response>,
  request: S3Request,
): Promise<Response> {
  const { signal } = request
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted()
    const answer = await tryOnce(request).catch((error: unknown) => error as Error)
    const isOver = attempt === TRIES
    if (answer instanceof Error) {
      signal?.throwIfAborted()
      if (isOver) throw new S3Error('nothing', nameOf(request), { cause: answer, isAway: true })
    } else if (answer.ok || request.expected?.includes(answer.status)) {
      return answer
    } else if (isOver || !PASSING.has(answer.status)) {
      throw await refusalOf(answer, request)
    }
    await delay(pauseMs(attempt, answer), undefined, { signal }).catch(() => undefined)
  }
}

/** Doubles from try to try, with chance in it, so that many workers do not come back at the same instant. */
function pauseMs(attempt: number, answer: Response | Error): number {
  const asked = answer instanceof Error ? 0 : Number(answer.headers.get('retry-after') ?? 0) * 1000
  const doubled = FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + Math.random())
  if (!(answer instanceof Error)) void answer.body?.cancel()
  return Math.min(LONGEST_PAUSE_MS, Math.max(doubled, asked || 0))
}

const XML_MAX_BYTES = 64 * 1024

/** What the server says beside the bytes of an object. Throws TooLongError, and what reading throws. */
export const xmlOf = (answer: Response, maxBytes = XML_MAX_BYTES): Promise<string> =>
  readTextAtMost(answer.body, maxBytes)

async function refusalOf(answer: Response, request: S3Request): Promise<Error> {
  const xml = await xmlOf(answer).catch(() => '')
  const code = textIn(xml, 'Code') ?? String(answer.status)
  const refusal = new S3Error(code, nameOf(request), { isAway: PASSING.has(answer.status) })
  const isWrite = request.method === 'PUT' || request.method === 'POST'
  return isWrite && (answer.status === FULL_STATUS || FULL_CODES.has(code))
    ? new StorageFullError({ cause: refusal })
    : refusal
}

const nameOf = ({ method, key }: S3Request): string => `${method} ${key ?? 'of the bucket'}`

function addressOf(
  endpoint: string,
  { bucket, style }: S3Settings,
  key: string | undefined,
  query: Readonly<Record<string, string>> = {},
): string {
  const url = new URL(endpoint)
  if (style === 'host') url.hostname = `${bucket}.${url.hostname}`
  const path = style === 'host' ? [] : [bucket]
  const segments = key === undefined ? path : [...path, ...key.split('/')]
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${segments.map(encoded).join('/')}`
  url.search = new URLSearchParams(query).toString()
  return url.href
}

/** TRAP: URL writes a space as `+`, the signature counts `%20`, and servers read one or the other. */
const plusFree = (url: URL): string => {
  url.search = url.search.replaceAll('+', '%20')
  return url.href
}

const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)

const stampOf = (at: Date): string => at.toISOString().replace(/[:-]|\.\d{3}/g, '')
