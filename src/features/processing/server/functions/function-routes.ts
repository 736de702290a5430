// `topaz-process` and `topaz-process-async` as document 2 §7 describes them, as thin entrances to the job. Answers hold only the
// fields named there (U-54); an error is its Chinese text, because these calls return text and not codes.
import { buffer } from 'node:stream/consumers'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { HttpEnv } from '#platform/server/http/request-context.ts'
import { requireSignIn, type SignedInContext } from '#platform/server/http/require-sign-in.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import { statusOfError } from '#rulebook/errors/error-statuses.ts'
import { type ErrorCode, isErrorCode, messageOf } from '#rulebook/errors/errors.ts'
import { MAIN_MAX_BYTES, MEGABYTE } from '#rulebook/pictures/upload.ts'
import {
  ASYNC_FUNCTION,
  isAsyncFunctionType,
  type ProcessingResponse,
  SYNC_FUNCTION,
} from '#rulebook/runs/processing-calls.ts'
import { modelByKey } from '#rulebook/tools/catalogue.ts'
import { findOwnJob, isOpen, type JobRow } from '../jobs/job.store.ts'
import { watchJob } from '../jobs/watch-job.ts'
import type { ProcessingParts } from '../processing-parts.ts'
import { ADDRESS_LIFETIME_MS } from '../storage-keys.ts'
import { reportedProgress } from '../work/job-progress.ts'
import { startCall } from './start-call.ts'

export const FUNCTIONS_PATH = '/api/functions/'
/** Base64 of the largest picture, and room for the rest of the body. */
const MAX_BODY_BYTES = Math.ceil((MAIN_MAX_BYTES * 4) / 3) + MEGABYTE

export function createFunctionRoutes(parts: ProcessingParts): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()
  const syncPath = `${FUNCTIONS_PATH}${SYNC_FUNCTION}`
  const asyncPath = `${FUNCTIONS_PATH}${ASYNC_FUNCTION}`
  const limit = bodyLimit({
    maxSize: MAX_BODY_BYTES,
    onError: (c) => refuse(c, new ServiceError('image-too-large', { n: MAIN_MAX_BYTES / MEGABYTE })),
  })
  routes.post(syncPath, limit, (c) => answer(c, () => processNow(parts, c)))
  routes.post(asyncPath, limit, (c) => answer(c, () => startTask(parts, c)))
  routes.get(asyncPath, (c) =>
    answer(c, () => taskStatus(parts, requireSignIn(c.var.request), c.req.query('taskId') ?? '')),
  )
  return routes
}

/** Sync: waits for the job. A caller who goes away finds the result in the history. */
async function processNow(parts: ProcessingParts, c: Context<HttpEnv>): Promise<ProcessingResponse> {
  // Asked before the body is read: a visitor must not make us hold 70 MB.
  const caller = requireSignIn(c.var.request)
  const started = await startCall(parts, caller, await readBody(c, false))
  let last: JobRow = started
  for await (const { row } of watchJob(parts, started.userId, started.id, caller.signal)) last = row
  if (last.status !== 'completed') return { success: false, error: failureText(last) }
  const address = await parts.storage.signedAddress(last.resultOssUrl!, { expiresInMs: ADDRESS_LIFETIME_MS })
  return { success: true, resultUrl: new URL(address, parts.settings.publicOrigin).href }
}

async function startTask(parts: ProcessingParts, c: Context<HttpEnv>): Promise<ProcessingResponse> {
  const caller = requireSignIn(c.var.request)
  const job = await startCall(parts, caller, await readBody(c, true))
  return { success: true, taskId: job.id }
}

async function taskStatus(
  parts: ProcessingParts,
  { userId }: SignedInContext,
  taskId: string,
): Promise<ProcessingResponse> {
  const job = isUuid(taskId) ? await findOwnJob(parts.database, userId, taskId) : undefined
  if (!job) throw new ServiceError('job-not-found')
  const progress = job.status === 'completed' ? 100 : reportedProgress(isAsyncJob(job), job.progress)
  if (isOpen(job)) return { success: true, status: 'processing', progress }
  if (job.status !== 'completed') return { success: true, status: 'failed', progress, error: failureText(job) }
  if (job.filesRemovedAt || !job.resultOssUrl) throw new ServiceError('result-expired')
  const result = (await buffer(await parts.storage.openRead(job.resultOssUrl))).toString('base64')
  return { success: true, status: 'completed', progress, result }
}

/** Without a function type the call means enhancement, with the call's default model (document 2 §7). */
async function readBody(c: Context<HttpEnv>, isAsync: boolean): Promise<unknown> {
  const body: unknown = await c.req.json().catch(() => {
    throw new ServiceError('invalid-request')
  })
  const call = { functionType: isAsync ? 'enhance-generative' : 'enhance', ...(body as object) }
  if (isAsyncFunctionType(call.functionType) !== isAsync) throw new ServiceError('invalid-request')
  return call
}

async function answer(c: Context<HttpEnv>, respond: () => Promise<ProcessingResponse>): Promise<Response> {
  try {
    return c.json(await respond())
  } catch (error) {
    if (error instanceof ServiceError) return refuse(c, error)
    throw error
  }
}

function refuse(c: Context, error: ServiceError): Response {
  const status = isErrorCode(error.code) ? statusOfError(error.code as ErrorCode) : 400
  return c.json({ success: false, error: messageOf(error) }, status as ContentfulStatusCode)
}

const failureText = (job: JobRow): string =>
  messageOf({ code: job.errorCode ?? 'unexpected', data: job.memory.failureData })

const isAsyncJob = (job: JobRow): boolean => modelByKey(job.modelKey)?.isAsync ?? false

const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
