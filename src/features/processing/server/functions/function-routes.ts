// `topaz-process` and `topaz-process-async` as document 2 §7 describes them, as thin entrances to the job. Answers hold only the
// fields named there (U-54); an error is its Chinese text, because these calls return text and not codes.
import { type Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { statusOf } from '#platform/server/http/error-response.ts'
import { demandJson } from '#platform/server/http/json-bodies.ts'
import type { HttpEnv } from '#platform/server/http/request-context.ts'
import { requireSignIn, type SignedInContext } from '#platform/server/http/require-sign-in.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import { withTempFolder } from '#platform/server/temp-folder.ts'
import { messageFromRegister } from '#rulebook/errors/errors.ts'
import { isUuid } from '#rulebook/is-uuid.ts'
import { ADDRESS_LIFETIME_MS } from '#rulebook/pictures/shown-pictures.ts'
import { FlowError } from '#rulebook/runs/flow-errors.ts'
import {
  ASYNC_FUNCTION,
  FUNCTIONS_PATH,
  isAsyncFunctionType,
  type ProcessingResponse,
  SYNC_FUNCTION,
} from '#rulebook/runs/processing-calls.ts'
import { modelByKey } from '#rulebook/tools/catalogue.ts'
import { findOwnJob, isOpen, type JobRow } from '../jobs/job.store.ts'
import type { EnterLiveView } from '../jobs/live-views.ts'
import { watchJob } from '../jobs/watch-job.ts'
import type { ProcessingParts } from '../processing-parts.ts'
import { takeUpload } from '../uploads/upload-allowance.ts'
import { reportedProgress } from '../work/job-progress.ts'
import { jsonWithBase64 } from './json-with-base64.ts'
import { receiveCall } from './receive-call.ts'
import { startCall } from './start-call.ts'

type CallParts = ProcessingParts & { readonly enterLiveView: EnterLiveView }

export function createFunctionRoutes(parts: CallParts): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()
  const syncPath = `${FUNCTIONS_PATH}${SYNC_FUNCTION}`
  const asyncPath = `${FUNCTIONS_PATH}${ASYNC_FUNCTION}`
  routes.post(syncPath, (c) => answer(c, () => processNow(parts, c)))
  routes.post(asyncPath, (c) => answer(c, () => startTask(parts, c)))
  routes.get(asyncPath, (c) => answerStatus(parts, c))
  return routes
}

/**
 * Sync: waits for the job. A caller who goes away finds the result in the history. Each takes a place of the live views, since waiting costs what one of these
 * does (measured: 60 calls that wait for one run took a light call from 60 to 1500 ms): when its body has come, before anything is charged.
 */
async function processNow(parts: CallParts, c: Context<HttpEnv>): Promise<ProcessingResponse> {
  const caller = requireSignIn(c.var.request)
  let leave = () => {}
  const enter = () => {
    leave = parts.enterLiveView(caller)
  }
  try {
    return await answerAtEnd(parts, await startReceived(parts, c, caller, enter), caller)
  } finally {
    leave()
  }
}

async function answerAtEnd(
  parts: ProcessingParts,
  started: JobRow,
  caller: SignedInContext,
): Promise<ProcessingResponse> {
  let last = started
  for await (const { row } of watchJob(parts, started.userId, started.id, caller.signal)) last = row
  // The run goes on and keeps its price; its result is not returned to anybody who was banned or signed out meanwhile (decision 0051).
  await parts.demandStillSignedIn(caller)
  if (last.status !== 'completed') return { success: false, error: failureText(last) }
  if (last.filesRemovedAt) throw new ServiceError('result-expired')
  if (!last.resultOssUrl) throw new FlowError('noResultData')
  const address = await parts.storage.signedAddress(last.resultOssUrl, { expiresInMs: ADDRESS_LIFETIME_MS })
  return { success: true, resultUrl: new URL(address, parts.settings.publicOrigin).href }
}

async function startTask(parts: ProcessingParts, c: Context<HttpEnv>): Promise<ProcessingResponse> {
  const job = await startReceived(parts, c, requireSignIn(c.var.request))
  return { success: true, taskId: job.id }
}

/** First who calls, then what is left of the day, then the body: nobody makes us hold 70 MB for nothing. `enter`: of a call that will wait. */
async function startReceived(
  parts: ProcessingParts,
  c: Context<HttpEnv>,
  caller: SignedInContext,
  enter?: () => void,
): Promise<JobRow> {
  if (c.req.header('content-length') !== '0') demandJson(c.req.raw.headers)
  await takeUpload(parts, caller.userId)
  return withTempFolder(parts.tempRoot, 'call', async (folder) => {
    const { fields, image } = await receiveCall(c.req.raw, folder, caller.signal)
    // A body may take 20 minutes: who was signed out or banned meanwhile starts nothing.
    await parts.demandStillSignedIn(caller)
    enter?.()
    return startCall(parts, caller, { fields: withFunction(fields, enter === undefined), image, folder })
  })
}

/** Without a function type the call means enhancement, with the call's default model (document 2 §7). */
function withFunction(fields: unknown, isAsync: boolean): unknown {
  if (typeof fields !== 'object' || fields === null) throw new ServiceError('invalid-request')
  const call = { functionType: isAsync ? 'enhance-generative' : 'enhance', ...fields }
  if (isAsyncFunctionType(call.functionType) !== isAsync) throw new ServiceError('invalid-request')
  return call
}

async function answerStatus(parts: ProcessingParts, c: Context<HttpEnv>): Promise<Response> {
  try {
    const { status, resultKey } = await taskStatus(parts, requireSignIn(c.var.request), c.req.query('taskId') ?? '')
    if (!resultKey) return c.json(status)
    const body = jsonWithBase64(status, 'result', await parts.storage.openRead(resultKey))
    return new Response(body, { headers: { 'content-type': 'application/json' } })
  } catch (error) {
    if (isAnswerable(error)) return refuse(c, error)
    throw error
  }
}

interface TaskStatus {
  readonly status: ProcessingResponse
  /** Result of a finished task: its picture belongs into the answer. */
  readonly resultKey?: string
}

async function taskStatus(parts: ProcessingParts, { userId }: SignedInContext, taskId: string): Promise<TaskStatus> {
  const job = isUuid(taskId) ? await findOwnJob(parts.database, userId, taskId) : undefined
  if (!job) throw new ServiceError('job-not-found')
  const progress = job.status === 'completed' ? 100 : reportedProgress(isAsyncJob(job), job.progress)
  if (isOpen(job)) return { status: { success: true, status: 'processing', progress } }
  if (job.status !== 'completed')
    return { status: { success: true, status: 'failed', progress, error: failureText(job) } }
  if (job.filesRemovedAt) throw new ServiceError('result-expired')
  if (!job.resultOssUrl) throw new FlowError('completedWithoutResult')
  return { status: { success: true, status: 'completed', progress }, resultKey: job.resultOssUrl }
}

async function answer(c: Context<HttpEnv>, respond: () => Promise<ProcessingResponse>): Promise<Response> {
  try {
    return c.json(await respond())
  } catch (error) {
    if (isAnswerable(error)) return refuse(c, error)
    throw error
  }
}

type AnswerableError = ServiceError | FlowError
const isAnswerable = (error: unknown): error is AnswerableError =>
  error instanceof ServiceError || error instanceof FlowError

function refuse(c: Context, error: AnswerableError): Response {
  const code = error instanceof ServiceError ? error.code : 'unexpected'
  return c.json({ success: false, error: messageFromRegister(error) }, statusOf(code) as ContentfulStatusCode)
}

const failureText = (job: JobRow): string =>
  messageFromRegister({ code: job.errorCode ?? 'unexpected', data: job.memory.failureData })

const isAsyncJob = (job: JobRow): boolean => modelByKey(job.modelKey)?.isAsync ?? false
