// The documents' generic edge-function client: POST {base}/{functionName} with a JSON body, bearer token and optional
// region; the answer is read by its content type (document 2 §7). Its three errors are codes of the register (U-43).
import type { EdgeClientErrorCode } from '#rulebook/runs/flow-errors.ts'
import { apiHeaders } from './api-headers.ts'

/** Sent when the caller wants the function to run in a certain place. */
const REGION_HEADER = 'x-region'
/** Set by whatever stands between us and the function when it could not reach it. */
const RELAY_ERROR_HEADER = 'x-relay-error'

export class EdgeFunctionError extends Error {
  readonly code: EdgeClientErrorCode
  readonly data: { readonly status: number } | undefined
  /** The answer other than 2xx, unread, for callers who know what a refusal of their function holds. */
  readonly response: Response | undefined
  constructor(code: EdgeClientErrorCode, { response, cause }: { response?: Response; cause?: unknown } = {}) {
    super(code, { cause })
    this.name = 'EdgeFunctionError'
    this.code = code
    this.data = response && { status: response.status }
    this.response = response
  }
}

export interface EdgeFunctionOptions {
  readonly region?: string
  readonly signal?: AbortSignal
}
export type EdgeFunctionAnswer = unknown | Blob | string | FormData

/** A client for the functions below `base`, an address without a slash at its end. */
export const createEdgeFunctionClient = (base: string) => ({
  /** Calls one function; throws EdgeFunctionError. */
  async invoke(
    functionName: string,
    body: unknown,
    { region, signal }: EdgeFunctionOptions = {},
  ): Promise<EdgeFunctionAnswer> {
    const response = await post(`${base}/${functionName}`, body, region, signal)
    if (response.headers.get(RELAY_ERROR_HEADER) === 'true') throw new EdgeFunctionError('edge-relay-failed')
    if (!response.ok) throw new EdgeFunctionError('edge-http-failed', { response })
    return readByContentType(response)
  },
})

async function post(address: string, body: unknown, region?: string, signal?: AbortSignal): Promise<Response> {
  const headers = {
    ...(await apiHeaders()),
    'content-type': 'application/json',
    ...(region ? { [REGION_HEADER]: region } : {}),
  }
  try {
    return await fetch(address, { method: 'POST', headers, body: JSON.stringify(body), signal })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new EdgeFunctionError('edge-fetch-failed', { cause: error })
  }
}

/** JSON, form data and text by name; any other type is bytes. */
function readByContentType(response: Response): Promise<EdgeFunctionAnswer> {
  const type = (response.headers.get('content-type') ?? 'text/plain').split(';')[0]!.trim().toLowerCase()
  if (type === 'application/json' || type.endsWith('+json')) return response.json()
  if (type === 'multipart/form-data') return response.formData()
  return type.startsWith('text/') ? response.text() : response.blob()
}
