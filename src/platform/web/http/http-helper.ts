// The documents' general HTTP helper: get, post, put, delete, download; 60 s; 3 retries for lost connections and 5xx, 4xx returned
// as they are (document 1 §7, §9). A post is sent once: what it did before its answer was lost would be done twice (C-43).
import { openHeaders } from './api-headers.ts'
import { fetchWithin } from './fetch-within.ts'
import { personalHeaders } from './renewable-headers.ts'
import { repeatCall } from './repeat-call.ts'

export interface HttpOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  /** Without the bearer token: calls that make or ask for a session. */
  readonly isOpen?: boolean
  /** Finishes a request whose page goes away. */
  readonly keepalive?: boolean
}

/** An answer other than success. */
export class HttpStatusError extends Error {
  readonly response: Response
  readonly status: number
  constructor(response: Response) {
    super(`HTTP ${response.status}`)
    this.name = 'HttpStatusError'
    this.response = response
    this.status = response.status
  }
}

/** The calls; the answer is the response whatever its status, a lost connection and the time limit throw. */
export const http = {
  get: (address: string | URL, options?: HttpOptions) => repeated('GET', address, undefined, options),
  post: (address: string | URL, body?: unknown, options?: HttpOptions) => send('POST', address, body, options),
  put: (address: string | URL, body?: unknown, options?: HttpOptions) => repeated('PUT', address, body, options),
  delete: (address: string | URL, options?: HttpOptions) => repeated('DELETE', address, undefined, options),
  /** The bytes of an address; throws HttpStatusError for a refusal. */
  async download(address: string | URL, options?: HttpOptions): Promise<Blob> {
    const response = await repeated('GET', address, undefined, options)
    if (!response.ok) throw new HttpStatusError(response)
    return response.blob()
  },
}

async function repeated(method: string, address: string | URL, body: unknown, options?: HttpOptions) {
  const call = async () => {
    const response = await send(method, address, body, options)
    if (response.status >= 500) throw new HttpStatusError(response)
    return response
  }
  return repeatCall(call, { signal: options?.signal }).catch((error: unknown) => {
    if (error instanceof HttpStatusError) return error.response
    throw error
  })
}

async function send(method: string, address: string | URL, body: unknown, options: HttpOptions = {}) {
  const { signal, keepalive, isOpen } = options
  const { content, type } = encode(body)
  const headers = { ...(isOpen ? openHeaders() : await personalHeaders()), ...type, ...options.headers }
  return fetchWithin(address, { method, body: content, headers, signal, keepalive })
}

function encode(body: unknown): { content: BodyInit | undefined; type?: Record<string, string> } {
  if (body === undefined || body instanceof FormData || body instanceof Blob) return { content: body }
  return { content: JSON.stringify(body), type: { 'content-type': 'application/json' } }
}
