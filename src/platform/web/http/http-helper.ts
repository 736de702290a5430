// The documents' general HTTP helper: get, post, put, delete, download; 60 s, 3 retries for 5xx only, 4xx returned as they
// are (document 1 §7, §9). It repeats posts too, so nothing that costs goes through it without a start key (C-43).
import { HTTP_MAX_RETRIES, HTTP_TIMEOUT_MS, httpRetryDelayMs, isRetriedStatus } from '#rulebook/site/timing.ts'
import { apiHeaders } from './api-headers.ts'
import { reasonOf, waitFor } from './wait-for.ts'

export interface HttpOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
}

/** A download that was answered with anything but success. */
export class HttpStatusError extends Error {
  readonly status: number
  constructor(status: number) {
    super(`HTTP ${status}`)
    this.name = 'HttpStatusError'
    this.status = status
  }
}

/** The calls; the answer is the response whatever its status, a lost connection or the time limit throws. */
export const http = {
  get: (address: string, options?: HttpOptions) => request('GET', address, undefined, options),
  post: (address: string, body?: unknown, options?: HttpOptions) => request('POST', address, body, options),
  put: (address: string, body?: unknown, options?: HttpOptions) => request('PUT', address, body, options),
  delete: (address: string, options?: HttpOptions) => request('DELETE', address, undefined, options),
  /** The bytes of an address; throws HttpStatusError when they cannot be had. */
  async download(address: string, options?: HttpOptions): Promise<Blob> {
    const response = await request('GET', address, undefined, options)
    if (!response.ok) throw new HttpStatusError(response.status)
    return response.blob()
  },
}

async function request(method: string, address: string, body: unknown, options: HttpOptions = {}): Promise<Response> {
  const { content, headers } = encode(body)
  const init: RequestInit = {
    method,
    body: content,
    headers: { ...(await apiHeaders()), ...headers, ...options.headers },
  }
  for (let attempt = 1; ; attempt++) {
    const response = await fetchWithin(options.timeoutMs ?? HTTP_TIMEOUT_MS, address, init, options.signal)
    if (!isRetriedStatus(response.status) || attempt > HTTP_MAX_RETRIES) return response
    await waitFor(httpRetryDelayMs(attempt), options.signal)
  }
}

function encode(body: unknown): { content: BodyInit | undefined; headers: Record<string, string> } {
  if (body === undefined) return { content: undefined, headers: {} }
  if (body instanceof FormData || body instanceof Blob) return { content: body, headers: {} }
  return { content: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}

/** `AbortSignal.timeout` and `.any` are missing in the oldest browsers served here. */
async function fetchWithin(
  timeoutMs: number,
  address: string,
  init: RequestInit,
  signal?: AbortSignal,
): Promise<Response> {
  const controller = new AbortController()
  const stop = () => controller.abort(reasonOf(signal))
  const timer = setTimeout(() => controller.abort(new DOMException('timeout', 'TimeoutError')), timeoutMs)
  signal?.addEventListener('abort', stop, { once: true })
  if (signal?.aborted) stop()
  try {
    return await fetch(address, { ...init, signal: controller.signal })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  }
}
