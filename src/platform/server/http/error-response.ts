// Errors as callers see them: `{ code, data }` of the rulebook's register with its status; anything unforeseen is one code and
// one log line that share the request id.
import { ORPCError } from '@orpc/client'
import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { statusOfError } from '#rulebook/errors/error-statuses.ts'
import { type ErrorCode, isErrorCode, messageFromRegister } from '#rulebook/errors/errors.ts'
import { FUNCTIONS_PATH } from '#rulebook/runs/processing-calls.ts'
import type { Log } from '../log.ts'
import { StorageFullError } from '../storage/object-storage.ts'
import type { HttpEnv } from './request-context.ts'
import { ServiceError } from './service-error.ts'

export interface ErrorBody {
  readonly code: string
  readonly data?: Readonly<Record<string, unknown>>
}

/** How an error answers: a refusal keeps its code, everything else becomes `unexpected` and is to be logged. */
export function describeError(
  error: unknown,
  requestId: string,
): { status: number; body: ErrorBody; isExpected: boolean } {
  if (error instanceof ServiceError) {
    const { code, data } = error
    return { status: statusOf(code), body: data ? { code, data } : { code }, isExpected: true }
  }
  if (error instanceof StorageFullError) {
    return { status: statusOf('disk-full'), body: { code: 'disk-full' }, isExpected: false }
  }
  return { status: statusOf('unexpected'), body: { code: 'unexpected', data: { requestId } }, isExpected: false }
}

export const statusOf = (code: string): number => (isErrorCode(code) ? statusOfError(code as ErrorCode) : 400)

/** Where our own browser side calls; its client reads refusals in oRPC's own envelope only. */
export const RPC_PATH = '/api/rpc'

/** A refusal before any call was reached, in the format that the client reads. */
export function answerError(context: Context<HttpEnv>, body: ErrorBody, status: number): Response {
  const isRpc = context.req.path.startsWith(`${RPC_PATH}/`)
  const { code, data } = body
  if (context.req.path.startsWith(FUNCTIONS_PATH))
    return context.json({ success: false, error: messageFromRegister(body) }, status as ContentfulStatusCode)
  const shown = isRpc ? { json: new ORPCError(code, { status, message: code, data }).toJSON() } : body
  return context.json(shown, status as ContentfulStatusCode)
}

/** For Hono's `onError`. */
export function createErrorHandler(log: Log): (error: Error, context: Context<HttpEnv>) => Response {
  return (error, context) => {
    if (error instanceof HTTPException) return answerError(context, { code: 'invalid-request' }, error.status)
    const requestId = context.get('requestId')
    const { status, body, isExpected } = describeError(error, requestId)
    if (!isExpected) log.error({ err: error, requestId }, 'request failed')
    return answerError(context, body, status)
  }
}

/** For oRPC: the browser receives an ORPCError whose `code` and `data` are ours. */
export function toOrpcError(error: unknown, requestId: string, log: Log): ORPCError<string, unknown> {
  if (error instanceof ORPCError) return fromOrpc(error, requestId, log)
  const { status, body, isExpected } = describeError(error, requestId)
  if (!isExpected) log.error({ err: error, requestId }, 'call failed')
  return new ORPCError(body.code, { status, message: body.code, data: body.data })
}

/** oRPC's own errors: an input that fails its schema is the caller's fault, an output that fails its schema is ours. */
function fromOrpc(error: ORPCError<string, unknown>, requestId: string, log: Log): ORPCError<string, unknown> {
  if (error.code === 'BAD_REQUEST') return new ORPCError('invalid-request', { status: 400, message: 'invalid-request' })
  if (error.status < 500) return error
  log.error({ err: error, cause: error.cause, requestId }, 'call failed')
  return new ORPCError('unexpected', { status: 500, message: 'unexpected', data: { requestId } })
}
