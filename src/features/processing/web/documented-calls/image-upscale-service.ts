// The documents' image-upscale service: a file and a short function type in, an image out, over `topaz-process` or
// `topaz-process-async` (document 2 §4, §7, §8; C-44, U-54). For integrators; the tool pages follow the job's own stream instead
// (docs/decisions/0008). Flow errors are thrown literally; `mapProcessingError` says them in Chinese (C-23).
import { apiHeaders } from '#platform/web/http/api-headers.ts'
import { createEdgeFunctionClient, EdgeFunctionError } from '#platform/web/http/edge-function-client.ts'
import { messageOf } from '#platform/web/http/error-message.ts'
import { type FlowError, flowErrorMessage } from '#rulebook/runs/flow-errors.ts'
import { type PollLimit, SERVICE_POLL_LIMIT } from '#rulebook/runs/polling.ts'
import {
  functionOf,
  functionTypeOf,
  modelOfService,
  type ProcessingRequest,
  type ProcessingResponse,
  paramsToSend,
  type ServiceFunctionType,
} from '#rulebook/runs/processing-calls.ts'
import { ASYNC_PROGRESS, asyncProgress, SYNC_PROGRESS } from '#rulebook/runs/progress.ts'
import type { ModelConfig } from '#rulebook/tools/model.ts'
import { pollUntilFinal } from '../run/poll-until-final.ts'
import { fromBase64, toBase64 } from './base64-image.ts'

export interface ProgressCallbacks {
  /** 0–100, as document 2 §4 counts both flows. */
  readonly onProgress?: (progress: number) => void
  /** The task of an async run, so that a caller who goes away can ask for it later. */
  readonly onTask?: (taskId: string) => void
}
/** Model (its provider name), credits, and manual parameters by key; those that are undefined are not sent. */
export interface UpscaleOptions extends Readonly<Record<string, unknown>> {
  readonly model?: string
  readonly credits?: number
}
export interface ServicePlace {
  /** Address above the functions, without a slash at its end. */
  readonly base: string
  /** Limits of asking for an async run. */
  readonly limit?: PollLimit
  readonly signal?: AbortSignal
}
interface Run extends Required<Pick<ServicePlace, 'base' | 'limit'>> {
  readonly signal: AbortSignal | undefined
  readonly onProgress: (progress: number) => void
  readonly onTask: (taskId: string) => void
}

/** Where this service's own functions are. */
export const FUNCTIONS_BASE = '/api/functions'

/** The processed picture. Throws `unknown-model` before any call, or a flow error. */
export async function upscaleImage(
  file: Blob,
  functionType: ServiceFunctionType,
  callbacks: ProgressCallbacks = {},
  options: UpscaleOptions = {},
  place: ServicePlace = { base: FUNCTIONS_BASE },
): Promise<Blob> {
  const model = modelOfService(functionType, options.model)
  if (!model) throw Object.assign(new Error('unknown-model'), { code: 'unknown-model' })
  const { onProgress = () => {}, onTask = () => {} } = callbacks
  const run: Run = {
    base: place.base,
    limit: place.limit ?? SERVICE_POLL_LIMIT,
    signal: place.signal,
    onProgress,
    onTask,
  }
  return model.isAsync ? runAsync(run, file, model, options) : runSync(run, file, model, options)
}

async function runSync(run: Run, file: Blob, model: ModelConfig, options: UpscaleOptions): Promise<Blob> {
  const request = await requestOf(file, model, options)
  run.onProgress(SYNC_PROGRESS.prepared)
  const answering = invoke(run, request)
  run.onProgress(SYNC_PROGRESS.sent)
  const answer = await answering
  if (!answer.success) throw new Error(answer.error ?? flowErrorMessage('failed'))
  run.onProgress(SYNC_PROGRESS.received)
  const image = await resultOf(run, answer, 'noResultData')
  run.onProgress(SYNC_PROGRESS.done)
  return image
}

async function runAsync(run: Run, file: Blob, model: ModelConfig, options: UpscaleOptions): Promise<Blob> {
  run.onProgress(ASYNC_PROGRESS.upload)
  const request = await requestOf(file, model, options)
  run.onProgress(ASYNC_PROGRESS.submit)
  const { success, taskId, error } = await invoke(run, request)
  if (!success || !taskId) throw new Error(error ?? flowErrorMessage('startFailed'))
  run.onTask(taskId)
  run.onProgress(ASYNC_PROGRESS.working)
  const last = await pollUntilFinal<ProcessingResponse>({
    ask: () => statusOf(run, functionOf(request.functionType), taskId),
    onAnswer: ({ progress, status }) => {
      if (status === 'processing') run.onProgress(asyncProgress(progress ?? 0))
    },
    isFinal: ({ success, status }) => !success || status === 'completed' || status === 'failed',
    limit: run.limit,
    signal: run.signal,
    atLimit: () => new Error(flowErrorMessage('tookTooLong')),
  })
  if (!last.success || last.status === 'failed') throw new Error(last.error ?? flowErrorMessage('failed'))
  const image = await resultOf(run, last, 'completedWithoutResult')
  run.onProgress(ASYNC_PROGRESS.done)
  return image
}

const requestOf = async (file: Blob, model: ModelConfig, options: UpscaleOptions): Promise<ProcessingRequest> => ({
  image: await toBase64(file),
  model: model.topazModel,
  functionType: functionTypeOf(model),
  params: paramsToSend(options),
})

async function invoke(run: Run, request: ProcessingRequest): Promise<ProcessingResponse> {
  const functions = createEdgeFunctionClient(run.base)
  try {
    const answer = await functions.invoke(functionOf(request.functionType), request, { signal: run.signal })
    return answer as ProcessingResponse
  } catch (error) {
    if (!(error instanceof EdgeFunctionError)) throw error
    throw new Error(flowErrorMessage('edgeFunction', { message: await refusalText(error) }), { cause: error })
  }
}

/** What the function itself says of its refusal, else what the client says. */
async function refusalText(error: EdgeFunctionError): Promise<string> {
  const body = (await error.response?.json().catch(() => undefined)) as ProcessingResponse | undefined
  return body?.error ?? messageOf(error)
}

async function statusOf({ base, signal }: Run, functionName: string, taskId: string): Promise<ProcessingResponse> {
  const address = `${base}/${functionName}?taskId=${encodeURIComponent(taskId)}`
  const response = await fetch(address, { headers: await apiHeaders(), signal })
  if (!response.ok) throw new Error(flowErrorMessage('statusCheckFailed', { status: response.status }))
  return (await response.json()) as ProcessingResponse
}

/** The picture behind an answer. Its address may be another origin's, so that it is fetched without our token. */
async function resultOf({ signal }: Run, answer: ProcessingResponse, whenAbsent: FlowError): Promise<Blob> {
  if (answer.result) return fromBase64(answer.result)
  if (!answer.resultUrl) throw new Error(flowErrorMessage(whenAbsent))
  const response = await fetch(answer.resultUrl, { signal })
  if (!response.ok) throw new Error(flowErrorMessage('downloadFailed', { status: response.status }))
  return response.blob()
}
