// Sends one picture to `POST /api/uploads` (document 2 §7). XMLHttpRequest, because fetch cannot report sent bytes.
import { browserFingerprint } from '#platform/web/browser-fingerprint.ts'
import { personalHeaders, renewableHeaders } from '#platform/web/http/renewable-headers.ts'
import { isReadable } from '#platform/web/is-readable.ts'
import { FINGERPRINT_HEADER } from '#rulebook/pictures/browser-storage.ts'
import type { Upload, UploadPurpose } from '../../contract.ts'
import { sendOn } from './send-on.ts'

const UPLOAD_ADDRESS = '/api/uploads'
/** Without an account: the picture belongs to this browser until somebody takes it over (C-36). */
const TRIAL_ADDRESS = '/api/trial-uploads'

export interface UploadOptions {
  readonly purpose: UploadPurpose
  /** The picture of a visitor who tries the product. */
  readonly isTrial?: boolean
  readonly signal: AbortSignal
  /** Real bytes that have left, with what came in earlier tries. */
  readonly onProgress: (sentBytes: number, totalBytes: number) => void
  /** The way broke off, and will be tried again. */
  readonly onInterrupted?: () => void
}

/** An answer that was no upload; `code` belongs to the rulebook's register. */
export class UploadRefused extends Error {
  override readonly name = 'UploadRefused'
  readonly code: string
  readonly data: unknown
  constructor(code: string, data?: unknown) {
    super(code)
    this.code = code
    this.data = data
  }
}

/** The record of the uploaded picture. Throws `UploadRefused`, or the signal's reason after an abort. */
export async function uploadPicture(file: File, options: UploadOptions): Promise<Upload> {
  const answer = await (options.isTrial ? sendTrial(file, options) : sendPersonal(file, options))
  if (isUpload(answer)) return answer
  const body = readJson(answer.text)
  if (answer.status >= 200 && answer.status < 300 && isUpload(body)) return body
  const { code, data } = (body ?? {}) as { code?: unknown; data?: unknown }
  throw new UploadRefused(typeof code === 'string' ? code : 'unexpected', data)
}

async function sendTrial(file: File, options: UploadOptions): Promise<Answer> {
  return send(file, 0, { ...(await personalHeaders()), [FINGERPRINT_HEADER]: browserFingerprint() }, options)
}

/** In the name of who chose the picture, from the first byte to the last. */
async function sendPersonal(file: File, options: UploadOptions): Promise<Answer | Upload> {
  const { headers, renew } = await renewableHeaders()
  let person = headers
  const inName = async <Called extends { readonly status: number }>(
    call: (headers: Record<string, string>) => Promise<Called>,
  ): Promise<Called> => {
    const answer = await call(person)
    if (answer.status !== 401) return answer
    const renewed = await renew()
    if (!renewed) throw new UploadRefused('login-required')
    person = renewed
    return call(person)
  }
  return sendOn({
    file,
    signal: options.signal,
    inName,
    onInterrupted: options.onInterrupted,
    isLost: (problem) => problem instanceof UploadRefused && problem.code === 'network-failed',
    sendRest: (fromByte, place) => inName((personal) => send(file, fromByte, { ...personal, ...place }, options)),
  })
}

/** Distinguishes our answer from a proxy's; the contract's schema stays out of the browser's bundle. */
const isUpload = (body: unknown): body is Upload =>
  typeof body === 'object' && body !== null && 'id' in body && 'viewAddress' in body

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // a proxy's page instead of our answer
  }
}

interface Answer {
  readonly status: number
  readonly text: string
}

function send(file: File, fromByte: number, headers: Record<string, string>, options: UploadOptions): Promise<Answer> {
  const { purpose, isTrial, signal, onProgress } = options
  const body = new FormData()
  body.append('purpose', purpose) // before the file: the server reads the stream in this order
  body.append('file', fromByte > 0 ? file.slice(fromByte) : file, file.name)
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    signal.addEventListener('abort', abort, { once: true })
    request.upload.onprogress = (event) => onProgress(fromByte + event.loaded, fromByte + event.total)
    request.onload = () => resolve({ status: request.status, text: request.responseText })
    // Browsers report an unreadable file as a network error.
    request.onerror = async () => reject(new UploadRefused((await isReadable(file)) ? 'network-failed' : 'file-gone'))
    request.onabort = () => reject(signal.reason)
    request.onloadend = () => signal.removeEventListener('abort', abort)
    request.open('POST', isTrial ? TRIAL_ADDRESS : UPLOAD_ADDRESS)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.send(body)
  })
}
